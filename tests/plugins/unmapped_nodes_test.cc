// Nodes that no package maps: the prototype of their name takes them, in every framework.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "plugins/mindspore/parser/mind_ir.pb.h"
#include "tests/plugins/graph_summary.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class UnmappedNodes : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "opdk_unmapped_XXXXXX";
    directory_ = mkdtemp(path.data());
    PackageOptions options;
    options.use_environment = false;
    options.plugin_dirs = {OPDK_TEST_UNMAPPED};
    auto loaded = PackageRegistry::Load(options);
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    packages_ = *loaded;
    PackageRegistry::SetCurrent(packages_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Result<Graph> Read(const std::string& file, const std::string& bytes) const {
    const std::string path = directory_ + "/" + file;
    std::ofstream(path, std::ios::binary) << bytes;
    OPDK_TRY(const ParseResult parsed, packages_->ParseModel({{path}, {}, {}}));
    return FromOperators(parsed.graph);
  }
  // Returns the graph's lines, with each Stretch's attributes behind them; the error's text if reading fails.
  std::string Parsed(const std::string& file, const std::string& bytes) const {
    const auto graph = Read(file, bytes);
    if (!graph.ok()) return graph.status().ToString();
    std::string text = Summary(*graph);
    const auto order = graph->TopologicalOrder();
    for (const Node* node : *order) {
      if (node->type() == "Stretch") text += Attributes(node->op());
    }
    return text;
  }
  static std::string Attributes(const OpDesc& op) {
    const auto* factor = op.GetAttr<float>("factor");
    const auto* closed = op.GetAttr<bool>("closed");
    const auto* axes = op.GetAttr<std::vector<int64_t>>("axes");
    const auto* mode = op.GetAttr<std::string>("mode");
    return fmt::format("factor {} closed {} axes {} mode {}, {} attributes\n", factor == nullptr ? -1 : *factor,
                       closed == nullptr ? "?"
                       : *closed         ? "yes"
                                         : "no",
                       axes == nullptr || axes->empty() ? -1 : axes->at(0), mode == nullptr ? "?" : *mode,
                       op.attrs.size());
  }

  std::string Onnx(const std::string& graph, const std::string& functions = "") const {
    const std::string text =
        fmt::format(R"(<ir_version: 8, opset_import: ["" : 17, "my.ops" : 3, "local" : 1]> g {} {})", graph, functions);
    onnx::ModelProto model;
    const auto status = onnx::OnnxParser::Parse(model, text.c_str());
    EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
    return Parsed("model.onnx", model.SerializeAsString());
  }
  std::string TensorFlow(const std::string& attributes) const {
    return Parsed("graph.pbtxt", R"(node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
      node { name: "y" op: "Stretch" input: "x" attr { key: "T" value { type: DT_FLOAT } } )" +
                                     attributes + " }");
  }
  std::string Caffe(const std::string& parameters) const {
    return Parsed("net.prototxt", R"(layer { name: "x" type: "Input" top: "x" input_param { shape { dim: 2 } } }
      layer { name: "y" type: "Stretch" bottom: "x" top: "y" stretch_param { )" +
                                      parameters + " } }");
  }

  std::string directory_;
  std::shared_ptr<PackageRegistry> packages_;
};

TEST_F(UnmappedNodes, OfAnyOnnxDomainAreTakenForThePrototypeOfTheirName) {
  for (const std::string domain : {"my.ops.", "local.", ""}) {
    EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = " + domain +
                     "Stretch <factor = 2.0, closed = 1, axes = [1, 0], mode = \"down\"> (x) }"),
                AllOf(HasSubstr("Stretch_y = Stretch(x, _)\n"),
                      HasSubstr("factor 2 closed yes axes 1 mode down, 4 attributes")))
        << domain;
  }
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch <factor = 1.0, axes = 5> (x) }"),
              HasSubstr("factor 1 closed no axes 5"));
  EXPECT_THAT(Onnx("(float[2] x, float[2] s) => (float[2] y) { y = my.ops.Stretch <factor = 1> (x, s) }"),
              AllOf(HasSubstr("Stretch_y = Stretch(x, s)\n"), HasSubstr("factor 1 closed no")));
}

TEST_F(UnmappedNodes, OfOnnxAreTakenInFunctionsAndBranches) {
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = local.twice(x) }",
                   R"(<domain: "local", opset_import: ["" : 17, "my.ops" : 3]>
                      twice (v) => (w) { t = my.ops.Stretch <factor = 2.0> (v) w = my.ops.Stretch <factor = 2.0> (t) })"),
              HasSubstr("y/Stretch = Stretch(x, _)"));
  EXPECT_THAT(Onnx(R"((float[2] x, bool c) => (float[2] y) {
                        y = If (c) <then_branch = a () => (float[2] p) { p = my.ops.Stretch <factor = 2.0> (x) },
                                    else_branch = b () => (float[2] q) { q = Neg(x) }> })"),
              HasSubstr("= If("));
}

TEST_F(UnmappedNodes, AreAFunctionOfTheModelWhereItHoldsOne) {
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = local.Stretch(x) }",
                   R"(<domain: "local", opset_import: ["" : 17]> Stretch (v) => (w) { w = Neg(v) })"),
              AllOf(HasSubstr("Neg("), testing::Not(HasSubstr("Stretch("))));
}

TEST_F(UnmappedNodes, OfTensorFlowAndCaffeAreTakenToo) {
  EXPECT_THAT(TensorFlow(R"(attr { key: "factor" value { f: 2 } } attr { key: "closed" value { b: true } }
                            attr { key: "axes" value { list { i: 1 } } } attr { key: "mode" value { s: "down" } })"),
              AllOf(HasSubstr("y = Stretch(x, _)\n"), HasSubstr("factor 2 closed yes axes 1 mode down, 4 attributes")));
  EXPECT_THAT(Caffe("factor: 2 closed: true axes: 1 mode: DOWN"),
              AllOf(HasSubstr("y = Stretch(x, _)\n"), HasSubstr("factor 2 closed yes axes 1 mode DOWN, 4 attributes")));
}

TEST_F(UnmappedNodes, WithAnAttributeThatThePrototypeLacksAreRefused) {
  const auto refused =
      AllOf(HasSubstr("E2009"), HasSubstr("package opdk_test_unmapped has a prototype Stretch"),
            HasSubstr("it has no attribute 'facto', only factor (Float), closed (Bool), axes (ListInt), "
                      "mode (String); did you mean 'factor'?"));
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch <facto = 2.0> (x) }"), refused);
  EXPECT_THAT(TensorFlow(R"(attr { key: "facto" value { f: 2 } })"), refused);
  EXPECT_THAT(Caffe("facto: 2"), refused);
}

TEST_F(UnmappedNodes, WithAnAttributeTwiceAreRefused) {
  onnx::ModelProto model;
  const auto parsed = onnx::OnnxParser::Parse(model, R"(<ir_version: 8, opset_import: ["" : 17, "my.ops" : 3]>
      g (float[2] x) => (float[2] y) { y = my.ops.Stretch <factor = 2.0> (x) })");
  ASSERT_TRUE(parsed.IsOK()) << parsed.ErrorMessage();
  auto* node = model.mutable_graph()->mutable_node(0);
  *node->add_attribute() = node->attribute(0);
  EXPECT_THAT(Parsed("model.onnx", model.SerializeAsString()),
              AllOf(HasSubstr("E2001"), HasSubstr("it has the attribute 'factor' twice")));
}

TEST_F(UnmappedNodes, WhoseNameIsMisspeltAreComparedWithPackagesPrototypes) {
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Strech <factor = 2.0> (x) }"),
              AllOf(HasSubstr("E2002"), HasSubstr("did you mean Stretch?")));
}

TEST_F(UnmappedNodes, WithAnAttributeOfAnotherTypeAreRefused) {
  const auto refused = AllOf(HasSubstr("E2009"), HasSubstr("package opdk_test_unmapped has a prototype Stretch"),
                             HasSubstr("its attribute 'factor' is of type Float, the node's is of type String"));
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch <factor = \"2\"> (x) }"), refused);
  EXPECT_THAT(TensorFlow(R"(attr { key: "factor" value { s: "2" } })"), refused);
  EXPECT_THAT(Caffe("factor: \"2\""), refused);
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch <factor = 2.0, closed = 2> (x) }"),
              HasSubstr("its attribute 'closed' is of type Bool, the node's is of type Int"));
}

TEST_F(UnmappedNodes, ThatLackARequiredAttributeAreRefused) {
  const auto refused = AllOf(HasSubstr("E2009"), HasSubstr("its attribute 'factor' (Float) is required"));
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch(x) }"), refused);
  EXPECT_THAT(TensorFlow(""), refused);
  EXPECT_THAT(Caffe("closed: true"), refused);
}

TEST_F(UnmappedNodes, WithInputsThatThePrototypeLacksAreRefused) {
  EXPECT_THAT(Onnx("(float[2] x) => (float[2] y) { y = my.ops.Stretch <factor = 2.0> (x, x, x) }"),
              AllOf(HasSubstr("E2001"), HasSubstr("3 inputs"), HasSubstr("(x, shift?)"),
                    HasSubstr("package opdk_test_unmapped has a prototype Stretch")));
}

// Makes a network of one primitive with the argument x and, by name, 2.0 for the factor.
mindir::ModelProto MindIr(bool named) {
  mindir::ModelProto model;
  mindir::PrimitiveProto& primitive = *model.add_primitives();
  primitive.set_name("Stretch:1");
  primitive.set_op_type("Stretch");
  mindir::AttributeProto& mode = *primitive.add_attribute();
  mode.set_name("mode");
  mode.set_type(mindir::AttributeProto::STRING);
  mode.set_s("down");
  if (named) {
    mindir::AttributeProto& names = *primitive.add_attribute();
    names.set_name("input_names");
    names.set_type(mindir::AttributeProto::LIST);
    for (const char* name : {"x", "factor"}) {
      mindir::AttributeProto& value = *names.add_values();
      value.set_type(mindir::AttributeProto::STRING);
      value.set_s(name);
    }
  }
  mindir::GraphProto& graph = *model.mutable_graph();
  graph.set_name("net");
  mindir::ValueInfoProto& x = *graph.add_input();
  x.set_name("net:x");
  mindir::TensorProto& tensor = *x.add_tensor();
  tensor.add_dims(2);
  tensor.set_data_type(1);
  mindir::NodeProto& constant = *graph.add_node();
  constant.set_op_type("Constant");
  constant.set_name("net:two");
  constant.add_output("net:two");
  mindir::AttributeProto& two = *constant.add_attribute();
  two.set_name("value");
  two.set_type(mindir::AttributeProto::FLOAT);
  two.set_f(2);
  mindir::NodeProto& node = *graph.add_node();
  node.set_op_type("REF::Stretch:1");
  node.set_name("net:stretch");
  node.add_input("net:x");
  node.add_input("net:two");
  node.add_output("net:stretch");
  graph.add_output()->set_name("net:stretch");
  return model;
}

TEST_F(UnmappedNodes, OfMindSporeHaveTheirConstantArgumentsAsAttributes) {
  EXPECT_THAT(
      Parsed("net.mindir", MindIr(true).SerializeAsString()),
      AllOf(HasSubstr("stretch = Stretch(x, _)\n"), HasSubstr("factor 2 closed no axes -1 mode down, 4 attributes")));
  EXPECT_THAT(Parsed("net.mindir", MindIr(false).SerializeAsString()),
              AllOf(HasSubstr("E2001"), HasSubstr("argument 1 is no tensor"), HasSubstr("input_names")));
}

}  // namespace
}  // namespace opdk
