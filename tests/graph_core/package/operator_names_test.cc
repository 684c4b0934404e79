#include "graph_core/package/operator_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

using testing::Contains;
using testing::HasSubstr;

class OperatorNames : public testing::Test {
 protected:
  void SetUp() override {
    PackageOptions options;
    options.use_environment = false;
    auto loaded = PackageRegistry::Load(options);
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    packages_ = *loaded;
  }

  std::shared_ptr<PackageRegistry> packages_;
};

TEST_F(OperatorNames, AFrameworksNameBecomesAscendIrs) {
  EXPECT_EQ(*OperatorNamed(*packages_, "onnx:GridSample"), "GridSampler2D");
  EXPECT_EQ(*OperatorNamed(*packages_, "onnx:com.microsoft::QLinearAdd"), "QuantizeLinear");
}

TEST_F(OperatorNames, OtherTextStaysAsItIs) {
  EXPECT_EQ(*OperatorNamed(*packages_, "SoftmaxV2"), "SoftmaxV2");
  EXPECT_EQ(*OperatorNamed(*packages_, "NoSuchOperator"), "NoSuchOperator");
  EXPECT_EQ(*OperatorNamed(*packages_, "halves: to even"), "halves: to even");
}

TEST_F(OperatorNames, AnUnknownNameOfAFrameworkIsRefusedWithTheNearest) {
  std::vector<std::string> names = {"Add", "onnx:GridSampel"};
  const Status status = NameOperators(*packages_, names);
  EXPECT_EQ(status.code(), ErrorCode::kOperatorUnknown);
  EXPECT_THAT(status.message(), HasSubstr("no loaded package maps ONNX's operator 'GridSampel'"));
  EXPECT_THAT(status.message(), HasSubstr("did you mean onnx:GridSample?"));
}

TEST_F(OperatorNames, OperatorKnowsItsNamesInFrameworks) {
  EXPECT_THAT(FrameworkNames(*packages_, "Cast"), Contains("onnx:CastLike"));
  EXPECT_TRUE(FrameworkNames(*packages_, "NoSuchOperator").empty());
}

TEST_F(OperatorNames, UnknownOperatorGetsTheNearestOfEitherKind) {
  EXPECT_EQ(DidYouMean(*packages_, "SofmaxV2"), "; did you mean SoftmaxV2?");
  EXPECT_EQ(DidYouMean(*packages_, "Sofmax"), "; did you mean onnx:Softmax?");
  EXPECT_EQ(DidYouMean(*packages_, "Softmax"), "; onnx:Softmax becomes SoftmaxV2");
  EXPECT_EQ(DidYouMean(*packages_, "CastLike"), "; onnx:CastLike becomes Cast");
  EXPECT_EQ(DidYouMean(*packages_, "QQQQQQQQQQQQ"), "");
}

}  // namespace
}  // namespace opdk
