#include "graph_core/preparation/shape_expressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/text.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ShapeExpressions Express(const std::string& text) {
  const auto session = Session::Create(BuiltinPackages());
  const auto graph = Parse(text);
  OPDK_CHECK(session.ok() && graph.ok(), text);
  PassContext context;
  context.packages = &(*session)->packages();
  context.engines = (*session)->engines();
  return ExpressShapes(*graph, context);
}

TEST(ShapeExpressions, FollowNamesThroughOperators) {
  const ShapeExpressions shapes = Express(R"(graph g {
    %x = Data {index: 0, dim_names: ["N", "", "H", ""]} : float[?,3,?,8]@NCHW
    %y = Data {index: 1, dim_names: ["M", "K"]} : float[?,?]
    %z = Data {index: 2, dim_names: ["K", ""]} : float[?,?]
    %w = Const {value: float[4,3,3,3](0.5 ...)}
    %conv = Conv2D(x: %x, filter: %w) {strides: [1,1,2,2], pads: [1,1,1,1], data_format: "NCHW"}
    %sum = Add(x1: %y, x2: %y)
    %twice = ConcatD(x: [%sum, %y]) {concat_dim: 0}
    %product = BatchMatMulV2(x1: %twice, x2: %z)
    %flat_shape = Const {value: int64[1](-1)}
    %flat = Reshape(x: %product, shape: %flat_shape)
    %o = NetOutput(x: [%conv, %twice, %product, %flat])
  })");
  EXPECT_THAT(shapes.inputs, ElementsAre("[N,3,H,8]", "[M,K]", "[K,z:1]"));
  EXPECT_THAT(shapes.outputs, ElementsAre("[N,4,(H+1)/2,4]", "[2*M,K]", "[2*M,z:1]", "[2*M*z:1]"));
}

TEST(ShapeExpressions, AreUnknownWhereValuesDecide) {
  const ShapeExpressions shapes = Express(R"(graph g {
    %x = Data {index: 0, dim_names: ["N"]} : float[?]
    %y = NonZero(x: %x)
    %o = NetOutput(x: [%y, %x])
  })");
  EXPECT_THAT(shapes.outputs, ElementsAre("[?,1]", "[N]"));
}

TEST(ShapeExpressions, AreNoneWhereNothingIsOpenOrRefused) {
  EXPECT_THAT(Express("graph g { %x = Data {index: 0} : float[3] %o = NetOutput(x: [%x]) }").inputs, IsEmpty());
  EXPECT_THAT(Express("graph g { %x = Data {index: 0} : float[*] %o = NetOutput(x: [%x]) }").inputs, IsEmpty());
  const ShapeExpressions refused = Express(R"(graph g {
    %x = Data {index: 0, dim_names: ["N", ""]} : float[?,4]
    %w = Data {index: 1} : float[5,6]
    %y = BatchMatMulV2(x1: %x, x2: %w)
    %o = NetOutput(x: [%y])
  })");
  EXPECT_THAT(refused.inputs, ElementsAre("[N,4]", "[5,6]"));
  EXPECT_THAT(refused.outputs, IsEmpty());
}

}  // namespace
}  // namespace opdk
