#include "graph_core/run_operator.h"

#include <gtest/gtest.h>

#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

OpDesc Operator(const std::string& type) {
  auto op = TestPackages()->CreateOperator("n", type);
  OPDK_CHECK(op.ok(), op.status().ToString());
  return DescOf(*op);
}

// Connects a port; CreateOperator leaves optional ports absent.
void Connect(OpDesc& op, size_t input) { op.inputs.at(input).desc = FloatDesc({}); }

TEST(SingleOp, RunsWithVariableAndWithConstantInputs) {
  for (bool constant : {false, true}) {
    const std::vector<ge::Tensor> inputs = {Floats({2}, {1, 2}), Floats({2}, {10, 20})};
    const auto result = RunSingleOp(Operator("TestAdd"), inputs, AiCpuOnly(), *TestPackages(),
                                    {.engine = "", .constant_inputs = constant, .infer = true});
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    EXPECT_EQ(TensorValues(result->outputs.at(0)), (std::vector<float>{11, 22}));
    EXPECT_EQ(result->engine, "ai_cpu");
    EXPECT_EQ(result->package, "execution_operators");
    EXPECT_EQ(result->kernel, "execution_operators/TestAdd");
  }
}

TEST(SingleOp, AnAbsentOptionalInputStaysAbsent) {
  const std::vector<ge::Tensor> inputs = {Floats({2}, {1, 2}), ge::Tensor()};
  const auto absent = RunSingleOp(Operator("TestBias"), inputs, AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(absent.ok()) << absent.status().ToString();
  EXPECT_EQ(TensorValues(absent->outputs.at(0)), (std::vector<float>{1, 2}));
  OpDesc op = Operator("TestBias");
  Connect(op, 1);
  const std::vector<ge::Tensor> with_bias = {Floats({2}, {1, 2}), Floats({1}, {5})};
  const auto present = RunSingleOp(op, with_bias, AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(present.ok()) << present.status().ToString();
  EXPECT_EQ(TensorValues(present->outputs.at(0)), (std::vector<float>{6, 7}));
}

TEST(SingleOp, AViewGivesItsInputsBytes) {
  const std::vector<ge::Tensor> inputs = {Floats({4}, {1, 2, 3, 4}), Ints({2, 2})};
  const auto result = RunSingleOp(Operator("TestReshape"), inputs, AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(Dims(result->outputs.at(0)), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(TensorValues(result->outputs.at(0)), (std::vector<float>{1, 2, 3, 4}));
}

TEST(SingleOp, ADataDependentShapeIsReported) {
  const std::vector<ge::Tensor> inputs = {Floats({4}, {1, -2, 3, -4})};
  const auto result = RunSingleOp(Operator("TestPositive"), inputs, AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(TensorValues(result->outputs.at(0)), (std::vector<float>{1, 3}));
}

TEST(SingleOp, SaysWhyNoEngineRunsIt) {
  const std::vector<ge::Tensor> inputs = {Floats({1}, {1})};
  const auto no_kernel = RunSingleOp(Operator("TestNoKernel"), inputs, AiCpuOnly(), *TestPackages());
  EXPECT_EQ(no_kernel.status().code(), ErrorCode::kNoEngine);
  EXPECT_NE(no_kernel.status().message().find("registers no AI CPU kernel"), std::string::npos);
  const auto other = RunSingleOp(Operator("TestPositive"), inputs, AiCpuOnly(), *TestPackages(),
                                 {.engine = "ai_core", .constant_inputs = false, .infer = true});
  EXPECT_EQ(other.status().code(), ErrorCode::kNoEngine);
  EXPECT_NE(other.status().message().find("engine ai_core is not in use"), std::string::npos);
}

TEST(SingleOp, NeedsATensorPerPort) {
  EXPECT_EQ(RunSingleOp(Operator("TestAdd"), {}, AiCpuOnly(), *TestPackages()).status().code(),
            ErrorCode::kInputMissing);
}

}  // namespace
}  // namespace opdk
