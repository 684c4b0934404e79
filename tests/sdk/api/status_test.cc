#include "opdk/status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace opdk {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) return Status(ErrorCode::kAttrInvalid, "odd");
  return number / 2;
}

Result<int> Quarter(int number) {
  OPDK_TRY(int half, Half(number));
  OPDK_TRY(int quarter, Half(half));
  return quarter;
}

Status Check(int number) {
  OPDK_TRY(Half(number));
  return Status();
}

TEST(Status, ThousandsDigitDecidesTheExitCode) {
  EXPECT_EQ(ExitCode(ErrorCode::kOk), 0);
  EXPECT_EQ(ExitCode(ErrorCode::kInputFormat), 2);
  EXPECT_EQ(ExitCode(ErrorCode::kExpression), 3);
  EXPECT_EQ(ExitCode(ErrorCode::kNothingSelected), 4);
  EXPECT_EQ(ExitCode(ErrorCode::kCompile), 5);
  EXPECT_EQ(ExitCode(ErrorCode::kLoad), 6);
  EXPECT_EQ(ExitCode(ErrorCode::kKernelThrew), 7);
  EXPECT_EQ(ExitCode(ErrorCode::kInternal), 70);
  EXPECT_EQ(ExitCode(ErrorCode::kCaseFailed), 1);
  EXPECT_EQ(ExitCode(ErrorCode::kNothingVerified), 9) << "neither success nor failure";
  EXPECT_EQ(ToString(ErrorCode::kModelInvalid), "E2001");
}

TEST(Status, PrintsCodePlacesInnermostFirstAndTheNextStep) {
  const Status status =
      Status(ErrorCode::kInferShape, "ranks differ").At("node a (Add)").At("model.onnx").Hint("check the input");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.ToString(),
            "error E2003: ranks differ\n  at: node a (Add)\n  at: model.onnx\n  help: check the input");
  EXPECT_EQ(Status().ToString(), "ok");
}

TEST(Status, CopiesAreIndependent) {
  Status first(ErrorCode::kUsage, "x");
  Status second = first;
  second = std::move(second).At("here");
  EXPECT_TRUE(first.places().empty());
  EXPECT_EQ(second.places().size(), 1u);
}

TEST(Status, TryReturnsTheFirstErrorAndPassesValuesOn) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_EQ(Quarter(6).status().message(), "odd");
  EXPECT_TRUE(Check(2).ok());
  EXPECT_EQ(Check(3).code(), ErrorCode::kAttrInvalid);
}

TEST(Status, AResultWithoutAValueHasAReason) {
  const auto careless = []() -> Result<int> { return Status(); };
  const Result<int> result = careless();
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), ErrorCode::kInternal);
  EXPECT_THAT(result.status().message(), ::testing::HasSubstr("without the value"));
}

TEST(Status, APlaceThatSaysMoreOfTheLastPlaceReplacesIt) {
  const Status status = Status(ErrorCode::kAttrInvalid, "odd").At("node a").At("node a, engine e").At("node ab");
  EXPECT_EQ(status.places(), (std::vector<std::string>{"node a, engine e", "node ab"}));
  EXPECT_EQ(Status(ErrorCode::kAttrInvalid, "odd").At("f.txt").At("f.txt").places().size(), 1U);
}

TEST(Status, NearestOffersSimilarNamesBestFirst) {
  const std::vector<std::string> known{"Relu", "LeakyRelu", "Elu", "Selu", "Conv", "Gather"};
  EXPECT_EQ(Nearest("relu", known).substr(0, 4), "Relu");
  EXPECT_EQ(Nearest("Cnov", known), "Conv");
  EXPECT_EQ(Nearest("Gahter", known), "Gather");
  EXPECT_EQ(Nearest("Softmax", known), "");
}

TEST(StatusDeathTest, BrokenInvariantAbortsWithConditionAndMessage) {
  EXPECT_DEATH(OPDK_CHECK(1 + 1 == 3, "arithmetic"), "broken invariant: 1 \\+ 1 == 3: arithmetic");
}

}  // namespace
}  // namespace opdk
