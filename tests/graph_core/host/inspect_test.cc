#include "opdk/inspect.h"

#include "tbe/print.h"
#include "tests/graph_core/host/host_fixture.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

using InspectApi = WithBuiltinPackages;

TEST_F(InspectApi, NodesAreInferredInTopologicalOrder) {
  auto nodes = InferGraph(packages, ExpRelu(-1));
  ASSERT_TRUE(nodes.ok()) << nodes.status().ToString();
  EXPECT_THAT(*nodes, ElementsAre(Field(&InferredNode::name, "x"), Field(&InferredNode::name, "exp"),
                                  Field(&InferredNode::name, "relu")));
  EXPECT_THAT(nodes->back().outputs.at(0).shape, ElementsAre(-1, 3));
}

TEST_F(InspectApi, AKernelsExpressionIsPrintedAndEvaluated) {
  auto expression = ExpressionOf(packages, ExpRelu(1), "relu");
  ASSERT_TRUE(expression.ok()) << expression.status().ToString();
  EXPECT_EQ(expression->package, "opdk_builtin");
  EXPECT_THAT(tbe::Print(expression->values), HasSubstr("max"));
  const auto values = tbe::Evaluate(expression->values, {tbe::FromNumbers(ge::DT_FLOAT, {1, 3}, {-1, 0, 2})});
  ASSERT_TRUE(values.ok()) << values.status().ToString();
  EXPECT_THAT(tbe::ToNumbers(values->at(0)), ElementsAre(0, 0, 2));
}

TEST_F(InspectApi, AnOperatorWithoutAnExpressionIsRefused) {
  EXPECT_EQ(ExpressionOf(packages, ExpRelu(1), "tanh").status().code(), ErrorCode::kGraphInvalid);
  EXPECT_EQ(ExpressionOf(packages, ExpRelu(-1), "relu").status().code(), ErrorCode::kExpression);
  const Status package = ExpressionOf(packages, ExpRelu(1), "relu", "opdk_builtn").status();
  EXPECT_EQ(package.code(), ErrorCode::kUsage);
  EXPECT_THAT(package.ToString(), HasSubstr("did you mean opdk_builtin"));
}

}  // namespace
}  // namespace opdk
