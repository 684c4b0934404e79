#include "graph_core/engines/ai_core/plan/make_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tbe/dsl.h"

namespace opdk {
namespace {

using tbe::Tensor;
using ::testing::HasSubstr;

Status PlanOf(const Tensor& output, int inputs) {
  return MakePlan(std::vector<Tensor>{output}, {true}, inputs).status();
}

Status PlanOfChain(int operations) {
  Tensor y = tbe::Placeholder(0, {8}, ge::DT_FLOAT);
  for (int i = 0; i < operations; ++i) y = i % 2 == 0 ? tbe::vabs(y) : tbe::vexp(y);
  return PlanOf(y, 1);
}

Status PlanOfSum(int inputs) {
  Tensor y = tbe::Placeholder(0, {8}, ge::DT_FLOAT);
  for (int i = 1; i < inputs; ++i) y = y + tbe::Placeholder(i, {8}, ge::DT_FLOAT);
  return PlanOf(y, inputs);
}

TEST(StepPlan, OperationsAndInputsHaveEachTheirBound) {
  EXPECT_TRUE(PlanOfChain(1024).ok()) << PlanOfChain(1024).ToString();
  EXPECT_THAT(PlanOfChain(1025).message(), HasSubstr("at most 1024 operations and 128 inputs"));
  EXPECT_TRUE(PlanOfSum(128).ok()) << PlanOfSum(128).ToString();
  EXPECT_EQ(PlanOfSum(129).code(), ErrorCode::kExpression);
}

}  // namespace
}  // namespace opdk
