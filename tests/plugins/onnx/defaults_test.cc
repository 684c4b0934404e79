// Statements of an ONNX model that others overrule: declared types of values, and defaults of inputs.
#include <fstream>

#include "graph_core/ir/from_operators.h"
#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OnnxDefaults : public OnnxParse {
 protected:
  Result<ParseResult> Read(const onnx::ModelProto& model,
                           const std::map<std::string, std::string>& options = {}) const {
    const std::string path = directory_ + "/model.onnx";
    std::ofstream(path, std::ios::binary) << model.SerializeAsString();
    return packages_->ParseModel({{path}, options, {}});
  }
  std::vector<std::string> Warnings(const std::string& graph) const { return Warnings(Text(graph)); }
  std::vector<std::string> Warnings(const onnx::ModelProto& model) const {
    const auto parsed = Read(model);
    EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
    return parsed.ok() ? parsed->warnings : std::vector<std::string>();
  }
};

TEST_F(OnnxDefaults, FalseDeclarationsAreOneWarning) {
  EXPECT_THAT(Warnings("(float[2, 3] x) => (float[4, 3] y) <float[1, 3] a> { a = Relu(x) y = Neg(a) }"),
              ElementsAre(AllOf(HasSubstr("'a' as float[1,3], which is float[2,3]"), HasSubstr("1 more"))));
  EXPECT_THAT(Warnings("(float[2, 3] x) => (float[2, 3] y) <float16[2, 3] a> { a = Relu(x) y = Neg(a) }"),
              ElementsAre(HasSubstr("'a' as float16[2,3], which is float[2,3]")));
  EXPECT_THAT(Warnings("(float[N, 3] x) => (float[2, M] y) <float[1, 3] a> { a = Relu(x) y = Neg(a) }"), IsEmpty())
      << "what the run may make true contradicts nothing";
}

TEST_F(OnnxDefaults, FalseDeclarationsInsideOfGraphsAreFoundOnce) {
  onnx::ModelProto model = Text(R"((float[2] x, int64 m) => (float[] y) {
    y = Loop (m, "", x) <body = b (int64 i, bool c, float[2] a) => (bool d, float[] e) {
      d = Identity(c) k = Concat <axis = 0> (x, x, x) e = Concat <axis = 0> (a, k) }> })");
  ASSERT_EQ(model.graph().node_size(), 1);
  ASSERT_EQ(model.graph().node(0).attribute_size(), 1);
  onnx::ValueInfoProto* declared =
      model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g()->add_value_info();
  declared->set_name("k");
  auto* type = declared->mutable_type()->mutable_tensor_type();
  type->set_elem_type(onnx::TensorProto::FLOAT);
  type->mutable_shape()->add_dim()->set_dim_value(7);
  EXPECT_THAT(Warnings(model), ElementsAre(HasSubstr("'k' as float[7], which is float[6]")));
}

TEST_F(OnnxDefaults, ADefaultThatTheCallerGivesIsAnInput) {
  const onnx::ModelProto model = Text(
      "(float[2] a, float[2] w, float[2] v) => (float[2] c) <float[2] w = {1, 2}, float[2] v = {3, 4}> {"
      " s = Add(a, w) c = Add(s, v) }");
  const auto summary = [&](const std::string& given) {
    const auto parsed = Read(model, {{"given_inputs", given}});
    EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
    const auto graph = FromOperators(parsed->graph);
    return graph.ok() ? Summary(*graph) : graph.status().ToString();
  };
  EXPECT_THAT(summary("a"), AllOf(HasSubstr("w = Const()"), HasSubstr("v = Const()")));
  EXPECT_THAT(summary("a;w"), AllOf(HasSubstr("w = Data(_)"), HasSubstr("v = Const()")));
  EXPECT_THAT(summary("v"), AllOf(HasSubstr("w = Const()"), HasSubstr("v = Data(_)")));
}

TEST_F(OnnxDefaults, AGivenInputThatTheModelLacksIsRefused) {
  const onnx::ModelProto model = Text(
      "(float[2] a, float[2] weight) => (float[2] c) <float[2] weight = {1, 2}> {"
      " c = Add(a, weight) }");
  for (const std::string given : {"weigth", "a;weigth", "c"}) {
    const auto parsed = Read(model, {{"given_inputs", given}});
    ASSERT_FALSE(parsed.ok()) << given;
    const std::string text = parsed.status().ToString();
    EXPECT_THAT(text, AllOf(HasSubstr("E1001"), HasSubstr("option 'given_inputs': the model has no input '"),
                            HasSubstr("its inputs are a, weight")));
  }
  EXPECT_TRUE(Read(model, {{"fed_inputs", "weight=1;weight"}}).ok());
}

}  // namespace
}  // namespace opdk
