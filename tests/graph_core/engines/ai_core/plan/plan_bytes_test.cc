// Plans that are written and read, and those that are refused. The tests of offline models run them.
#include "graph_core/engines/ai_core/plan/plan_bytes.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "tbe/dsl.h"
#include "tbe/print.h"

namespace opdk {
namespace {

using tbe::Tensor;

NodePlan PlanOfCube(const Tensor& cube, std::vector<Epilogue> epilogues) {
  StepSpec step;
  step.cube = cube;
  step.cube_inputs = {0, 1};
  step.outputs = {2};
  step.epilogues = std::move(epilogues);
  StepPlan plan;
  plan.steps = {step};
  plan.values = {{.shape = cube->inputs[0].shape()}, {.shape = cube->inputs[1].shape()}, {.shape = cube->shape}};
  plan.inputs = 2;
  plan.outputs = 1;
  return {.steps = std::make_shared<const StepPlan>(std::move(plan))};
}

TEST(PlanBytes, OnlyProductsAndConvolutionsHaveEpilogues) {
  const auto float_input = [](int index, const tbe::Dims& shape) {
    return tbe::Placeholder(index, shape, ge::DT_FLOAT);
  };
  const Tensor x = float_input(0, {1, 4, 6, 6}), w = float_input(1, {4, 4, 3, 3});
  struct Case {
    Tensor cube;
    bool takes;
  };
  for (const Case& c : {Case{tbe::matmul(float_input(0, {2, 3}), float_input(1, {3, 4})), true},
                        Case{tbe::conv(x, w), true}, Case{tbe::conv_transpose(x, w), false},
                        Case{tbe::conv_backprop_filter(x, float_input(1, {1, 4, 4, 4}), {4, 4, 3, 3}), false}}) {
    SCOPED_TRACE(tbe::TextOf(c.cube->kind));
    EXPECT_TRUE(ReadNodePlan(WriteNodePlan(PlanOfCube(c.cube, {}))).ok());
    const auto read = ReadNodePlan(WriteNodePlan(PlanOfCube(c.cube, {{.kind = Epilogue::Kind::kRelu}})));
    EXPECT_EQ(read.ok(), c.takes);
    if (!read.ok()) {
      EXPECT_EQ(read.status().code(), ErrorCode::kModelInvalid);
    }
  }
}

}  // namespace
}  // namespace opdk
