// Prototypes without a shape rule take the shapes of their kernels' expressions.
#include "graph_core/package/expression_inference.h"

#include <fmt/format.h>

#include "graph_core/base/type_names.h"
#include "graph_core/package/operator_calls.h"
#include "tests/graph_core/package/package_fixture.h"

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ExpressionInference : public PluginDirectories {
 protected:
  void SetUp() override {
    PluginDirectories::SetUp();
    Drop("ruleless", "a");
    registry_ = Load({"a"});
  }

  // Returns the descriptions of the outputs, or the error.
  std::vector<std::string> Outputs(const std::string& type, const std::vector<std::vector<int64_t>>& inputs,
                                   ge::DataType dtype = ge::DT_FLOAT) {
    auto handle = registry_->CreateOperator("node", type);
    if (!handle.ok()) return {handle.status().ToString()};
    OpDesc op = DescOf(*handle);
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      ge::TensorDesc& desc = op.inputs[i].desc;
      desc = i < inputs.size() ? ge::TensorDesc(ge::Shape(inputs[i]), ge::FORMAT_ND, dtype)
                               : ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED);
    }
    const Status status = InferOperatorShape(*registry_, op, [](int, ge::Tensor&) { return false; });
    if (!status.ok()) return {status.ToString()};
    std::vector<std::string> texts;
    for (const Port& port : op.outputs) texts.push_back(DescText(port.desc));
    return texts;
  }

  std::shared_ptr<PackageRegistry> registry_;
};

TEST_F(ExpressionInference, KnownShapesAreExact) {
  EXPECT_THAT(Outputs("RulelessAdd", {{4, 1}, {3}}, ge::DT_FLOAT16), ElementsAre("float16[4,3]"));
  EXPECT_THAT(Outputs("RulelessAdd", {{}, {}}), ElementsAre("float[]"));
  EXPECT_THAT(Outputs("RulelessMoments", {{5, 0, 3}}), ElementsAre("float[5,0]", "float[5,0,3]", "bool[5,0,3]"));
  EXPECT_THAT(Outputs("RulelessMoments", {{5, 3}, {3}}), ElementsAre("float[5]", "float[5,3]", "bool[5,3]"));
  EXPECT_THAT(Outputs("RulelessProduct", {{4, 5}, {5, 6}}), ElementsAre("float[4,6]"));
  EXPECT_THAT(Outputs("RulelessPairs", {{6}}), ElementsAre("float[3,2]"));
}

TEST_F(ExpressionInference, AnExtentIsKnownWhereNoSizeChangesIt) {
  EXPECT_THAT(Outputs("RulelessAdd", {{-1, 3}, {3}}), ElementsAre("float[?,3]"));
  EXPECT_THAT(Outputs("RulelessAdd", {{-1}, {4}}), ElementsAre("float[4]")) << "one or four, it broadcasts";
  EXPECT_THAT(Outputs("RulelessAdd", {{-1, -1}, {-1, 1}}), ElementsAre("float[?,?]"));
  EXPECT_THAT(Outputs("RulelessMoments", {{-1, 3}}), ElementsAre("float[?]", "float[?,3]", "bool[?,3]"));
  EXPECT_THAT(Outputs("RulelessProduct", {{-1, 5}, {5, 6}}), ElementsAre("float[?,6]"));
  EXPECT_THAT(Outputs("RulelessProduct", {{-1, -1}, {8, 3}}), ElementsAre("float[?,3]"));
  EXPECT_THAT(Outputs("RulelessProduct", {{-1, -1}, {-1, -1}}), ElementsAre("float[?,?]"));
  EXPECT_THAT(Outputs("RulelessPairs", {{-1}}), ElementsAre("float[?,2]"));
}

TEST_F(ExpressionInference, WithAnUnknownRankTheDtypeIsKnown) {
  EXPECT_THAT(Outputs("RulelessAdd", {{-2}, {3}}, ge::DT_FLOAT16), ElementsAre("float16[*]"));
  EXPECT_THAT(Outputs("RulelessMoments", {{-2}}), ElementsAre("float[*]", "float[*]", "bool[*]"));
  EXPECT_THAT(Outputs("RulelessProduct", {{-2}, {-1, 3}}), ElementsAre("float[*]"));
}

TEST_F(ExpressionInference, ShapesThatTheKernelRefusesAreRefused) {
  EXPECT_THAT(Outputs("RulelessAdd", {{4}, {3}}),
              ElementsAre(AllOf(HasSubstr("E2003"), HasSubstr("its kernel's expression refuses it"),
                                HasSubstr("node node (RulelessAdd)"))));
  EXPECT_THAT(Outputs("RulelessProduct", {{-1, 4}, {5, -1}}), ElementsAre(HasSubstr("E2003")));
  EXPECT_THAT(Outputs("RulelessProduct", {{-1, 4, 3, 2, 2}, {5}}), ElementsAre(HasSubstr("E2003")));
}

TEST_F(ExpressionInference, AKernelThatAsksForItsOutputsShapeNeedsARule) {
  EXPECT_THAT(Outputs("RulelessAsks", {{4}}), ElementsAre(AllOf(HasSubstr("E2003"), HasSubstr("INFER_FUNC_REG"))));
}

TEST_F(ExpressionInference, AKernelThatThrowsIsNamed) {
  EXPECT_THAT(Outputs("RulelessThrows", {{4}}),
              ElementsAre(AllOf(HasSubstr("E6002"), HasSubstr("no more tables"), HasSubstr("RulelessThrows"))));
  EXPECT_THAT(Outputs("RulelessThrows", {{-1}}), ElementsAre(HasSubstr("E6002")));
}

TEST_F(ExpressionInference, WithoutAKernelTheErrorNamesBothWays) {
  EXPECT_THAT(Outputs("RulelessNothing", {{4}}),
              ElementsAre(AllOf(HasSubstr("RulelessNothing has no shape inference"), HasSubstr("AI Core"))));
}

}  // namespace
}  // namespace opdk
