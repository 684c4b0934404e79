// Plans that are written and read, and those that are refused. The tests of offline models run them.
#include "graph_core/engines/ai_core/plan/plan_bytes.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/plan/plan_memo.h"
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

// Axes of extent 1 aren't part of kernels, but operators change them.
TEST(PlanBytes, KernelsThatChangeAxesOfExtent1AreReadAgain) {
  const Tensor x = tbe::Placeholder(0, {4, 1}, ge::DT_FLOAT), one = tbe::Placeholder(0, {1}, ge::DT_FLOAT);
  for (const Tensor& y :
       {tbe::pad(x, {0, 0}, {0, 1}), tbe::pad(x, {1, 2}, {0, 1}), tbe::pad(one, {0}, {3}), tbe::pad(one, {2}, {0}),
        tbe::concat({x, x}, 1), tbe::concat({one, one}, 0), tbe::broadcast(x, {4, 5}), tbe::slice(x, {1, 0}, {2, 1}),
        tbe::transpose(x, {1, 0}), tbe::reduce_sum(x, {1}, true)}) {
    SCOPED_TRACE(tbe::TextOf(y->kind));
    const auto plan = PlanOnce({{y}, {true}, 1}, PassContext());
    ASSERT_TRUE(plan.ok()) << plan.status().ToString();
    const auto read = ReadNodePlan(WriteNodePlan({.steps = *plan}));
    EXPECT_TRUE(read.ok()) << read.status().ToString();
  }
}

// A file's operations are compared with the last of their kind.
TEST(PlanBytes, TheLastOperationsAreReadAgain) {
  const Tensor x = tbe::Placeholder(0, {4}, ge::DT_FLOAT), whole = tbe::Placeholder(0, {4}, ge::DT_INT32);
  const auto each = [](const Tensor& of, auto change) {
    return tbe::compute(of.shape(), [&](const std::vector<tbe::Expr>& i) { return change(tbe::at(of, {i[0]})); });
  };
  const Tensor of_float = each(x, [](const tbe::Expr& e) { return tbe::apply(tbe::kLastUnaryOp, e); });
  const Tensor of_whole = each(whole, [](const tbe::Expr& e) { return tbe::apply(tbe::kLastBinaryOp, e, e); });
  ASSERT_EQ(tbe::kLastUnaryOp, tbe::verfc(x)->unary);
  ASSERT_EQ(tbe::kLastBinaryOp, tbe::vshr(whole, whole)->binary);
  for (const Tensor& y : {tbe::verfc(x), tbe::vshr(whole, whole), of_float, of_whole}) {
    SCOPED_TRACE(tbe::Print({y}));
    const auto plan = PlanOnce({{y}, {true}, 1}, PassContext());
    ASSERT_TRUE(plan.ok()) << plan.status().ToString();
    const auto read = ReadNodePlan(WriteNodePlan({.steps = *plan}));
    EXPECT_TRUE(read.ok()) << read.status().ToString();
  }
}

}  // namespace
}  // namespace opdk
