#include "sdk/tools/measure/count_work.h"

#include <gtest/gtest.h>

#include "graph_core/engines/engine.h"
#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::verify {
namespace {

struct Expected {
  const char* text;  // of a case file with one case
  size_t read;
  size_t written;
  double float_ops;
  double double_ops = 0;
  double byte_ops = 0;
  ge::DataType dtype = ge::DT_FLOAT;
};

class CountWorkTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto loaded = PackageRegistry::Load({});
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    harness_ = new TestHarness;
    harness_->packages = std::move(loaded).value();
    PackageRegistry::SetCurrent(harness_->packages);
  }
  static void TearDownTestSuite() { delete harness_; }

  static measure::CountedWork Count(const Expected& expected) {
    const auto cases = ReadCases(expected.text, "case");
    EXPECT_TRUE(cases.ok()) << cases.status().ToString();
    const auto made = harness_->packages->CreateOperator("x", cases->front().op);
    auto instance = Instantiate(cases->front(), expected.dtype, DescOf(*made));
    EXPECT_TRUE(instance.ok()) << instance.status().ToString();
    const Status inferred = VerifyAndInfer(*harness_->packages, instance.value());
    EXPECT_TRUE(inferred.ok()) << inferred.ToString();
    const auto expression = BindExpression(instance.value(), *harness_);
    EXPECT_TRUE(expression.ok()) << expression.status().ToString();
    return measure::CountWork(instance->op, expression->outputs, expression->inputs);
  }

  static TestHarness* harness_;
};
TestHarness* CountWorkTest::harness_ = nullptr;

TEST_F(CountWorkTest, KnownOperatorsExactly) {
  const Expected all[] = {
      {"Add: [{name: a, inputs: {x1: {shape: [4, 5], fill: 1}, x2: {shape: [5], fill: 1}}}]", 80 + 20, 80, 20},
      {"Add: [{name: a, dtypes: [double], inputs: {x1: {shape: [8], fill: 1}, x2: {shape: [8], fill: 1}}}]", 128, 64, 0,
       8, 0, ge::DT_DOUBLE},
      {"MatMul: [{name: a, inputs: {x1: {shape: [3, 4], fill: 1}, x2: {shape: [4, 5], fill: 1}}}]", 48 + 80, 60,
       2 * 3 * 4 * 5},
      {"Conv: [{name: a, inputs: {x: {shape: [1, 2, 6, 6], fill: 1}, filter: {shape: [4, 2, 3, 3], fill: 1}}}]",
       288 + 288, 256, 2.0 * 4 * 4 * 4 * (2 * 9)},
      {"TransposeD: [{name: a, inputs: {x: {shape: [3, 4], fill: 1}}, attrs: {perm: [1, 0]}}]", 48, 48, 0},
      {"ReduceSum: [{name: a, inputs: {x: {shape: [3, 4], fill: 1}, axes: {dtype: int32, data: [1]}}}]", 48, 12, 3 * 3},
      // max - 1, subtraction, exp, sum - 1, division
      {"SoftmaxV2: [{name: a, inputs: {x: {shape: [2, 8], fill: 1}}}]", 64, 64, 2 * (7 + 8 + 8 + 7 + 8)},
  };
  for (const Expected& expected : all) {
    const measure::CountedWork counted = Count(expected);
    EXPECT_TRUE(counted.from_expression) << expected.text;
    EXPECT_EQ(counted.work.bytes_read, expected.read) << expected.text;
    EXPECT_EQ(counted.work.bytes_written, expected.written) << expected.text;
    EXPECT_EQ(counted.work.float_ops, expected.float_ops) << expected.text;
    EXPECT_EQ(counted.work.double_ops, expected.double_ops) << expected.text;
    EXPECT_EQ(counted.work.byte_ops, expected.byte_ops) << expected.text;
  }
}

TEST_F(CountWorkTest, OnlyTheRowsThatAGatherTakesAreRead) {
  const measure::CountedWork counted =
      Count({"Gather: [{name: a, inputs: {x: {shape: [100, 8], fill: 1}, indices: {dtype: int32, "
             "data: [3, 5, 3, -97, 5]}}}]",
             0, 0, 0});
  // Rows 3 and 5; index -97 is row 3.
  EXPECT_EQ(counted.work.bytes_read, 2 * 32 + 20);
  EXPECT_EQ(counted.work.bytes_written, 5 * 32);
}

TEST_F(CountWorkTest, WithoutAnExpressionElementsAreCounted) {
  const auto made = harness_->packages->CreateOperator("x", "Add");
  OpDesc op = DescOf(*made);
  const ge::TensorDesc desc(ge::Shape({4, 5}), ge::FORMAT_ND, ge::DT_FLOAT16);
  op.inputs = {{"x1", 0, desc}, {"x2", 1, desc}};
  op.outputs = {{"y", 0, desc}};
  const measure::CountedWork counted = measure::CountWork(op, {}, {});
  EXPECT_FALSE(counted.from_expression);
  EXPECT_EQ(counted.work.bytes_read, 80U);
  EXPECT_EQ(counted.work.bytes_written, 40U);
  EXPECT_EQ(counted.work.float_ops, 20);
}

}  // namespace
}  // namespace opdk::verify
