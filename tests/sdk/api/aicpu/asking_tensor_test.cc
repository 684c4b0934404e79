// Outputs that get their memory while their kernel runs, as the engine and as CANN's own calls see them.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "allocator_utils.h"
#include "opdk/cpu_engine.h"
#include "opdk/op_desc.h"
#include "status.h"

namespace opdk {
namespace {

class Source : public OutputSource {
 public:
  void* Take(int output, uint64_t bytes) override {
    asked.emplace_back(output, bytes);
    return bytes <= sizeof(memory) ? memory.data() : nullptr;
  }
  std::vector<std::pair<int, uint64_t>> asked;
  std::array<std::byte, 64> memory{};
};

OpDesc TwoOutputs() {
  OpDesc op;
  op.type = "Test";
  const ge::TensorDesc desc(ge::Shape({-1}), ge::FORMAT_ND, ge::DT_FLOAT);
  op.outputs = {{"first", 0, desc}, {"second", 1, desc}};
  return op;
}

class AskingTensor : public ::testing::Test {
 protected:
  AskingTensor() {
    const std::vector<int64_t> unknown = {-1};
    node_.OpenOutput(0, unknown, &source_);
    node_.OpenOutput(1, unknown, &source_);
  }
  aicpu::Tensor& output(uint32_t i) { return *node_.context().Output(i); }
  CpuNode node_{TwoOutputs()};
  Source source_;
};

TEST_F(AskingTensor, GetsMemoryForItsShapeOnce) {
  output(1).GetTensorShape()->SetDimSizes({3});
  EXPECT_EQ(output(1).GetData(), source_.memory.data());
  EXPECT_EQ(output(1).GetData(), source_.memory.data());
  EXPECT_EQ(output(1).GetDataSize(), 12U);
  EXPECT_EQ(source_.asked, (std::vector<std::pair<int, uint64_t>>{{1, 12}}));
  EXPECT_EQ(node_.Given(1).size(), 12U);
  EXPECT_EQ(node_.Given(0).data(), nullptr);
  EXPECT_TRUE(node_.IsOpen(0));
}

TEST_F(AskingTensor, IsGivenTheDataSizeWhereThatIsMoreThanTheShape) {
  output(0).SetDataSize(20);
  EXPECT_NE(output(0).GetData(), nullptr);
  output(1).SetDataSize(20);
  output(1).GetTensorShape()->SetDimSizes({7});
  EXPECT_NE(output(1).GetData(), nullptr);
  EXPECT_EQ(source_.asked, (std::vector<std::pair<int, uint64_t>>{{0, 20}, {1, 28}}));
}

TEST_F(AskingTensor, ThrowsBeforeItsSizeIsKnownAndWhenItIsRefused) {
  EXPECT_THROW(output(0).GetData(), MemoryRefused);
  output(0).GetTensorShape()->SetDimSizes({17});
  EXPECT_THROW(output(0).GetData(), MemoryRefused);
  output(0).GetTensorShape()->SetDimSizes({16});
  EXPECT_NE(output(0).GetData(), nullptr);
}

TEST_F(AskingTensor, HasMemoryAgainWhenItIsSet) {
  float value = 0;
  const std::vector<int64_t> one = {1};
  node_.SetOutput(0, &value, sizeof(value), one);
  EXPECT_FALSE(node_.IsOpen(0));
  EXPECT_EQ(output(0).GetData(), &value);
  EXPECT_TRUE(source_.asked.empty());
}

using Allocator = aicpu::CpuKernelAllocatorUtils;

TEST_F(AskingTensor, IsFilledByCannsCallInOneStep) {
  const std::array<float, 3> values = {1, 2, 3};
  aicpu::Tensor* to = &output(0);
  ASSERT_EQ(Allocator::UpdateOutputDataTensor({3}, aicpu::DT_FLOAT, values.data(), sizeof(values), to),
            aicpu::KERNEL_STATUS_OK);
  EXPECT_EQ(to->NumElements(), 3);
  EXPECT_EQ(static_cast<const float*>(to->GetData())[2], 3);
  EXPECT_EQ(Allocator::UpdateOutputDataTensor({4}, aicpu::DT_FLOAT, values.data(), sizeof(values), to),
            aicpu::KERNEL_STATUS_PARAM_INVALID);
  aicpu::Tensor* none = nullptr;
  EXPECT_EQ(Allocator::UpdateOutputDataTensor({3}, aicpu::DT_FLOAT, values.data(), sizeof(values), none),
            aicpu::KERNEL_STATUS_PARAM_INVALID);
  aicpu::Tensor* other = &output(1);
  EXPECT_EQ(Allocator::AllocateOutputTensorDataMemory(node_.context(), {2, 2}, aicpu::DT_FLOAT, other),
            aicpu::KERNEL_STATUS_OK);
  EXPECT_EQ(other->GetDataSize(), 16U);
}

TEST_F(AskingTensor, WithABoundIsNotFilledBeyondIt) {
  std::array<float, 2> memory{};
  const std::vector<int64_t> unknown = {-1};
  node_.SetOutput(0, memory.data(), sizeof(memory), unknown, true);
  const std::array<float, 3> values = {1, 2, 3};
  aicpu::Tensor* to = &output(0);
  EXPECT_EQ(Allocator::UpdateOutputDataTensor({3}, aicpu::DT_FLOAT, values.data(), sizeof(values), to),
            aicpu::KERNEL_STATUS_PARAM_INVALID);
  EXPECT_EQ(Allocator::UpdateOutputDataTensor({2}, aicpu::DT_FLOAT, values.data(), sizeof(values), to),
            aicpu::KERNEL_STATUS_OK);
  EXPECT_EQ(memory[1], 2);
}

TEST(AllocatorUtils, SizesAreBytesOfKnownShapesAndElseMinusOne) {
  EXPECT_EQ(Allocator::GetInputDataSize({2, 3}, aicpu::DT_INT64), 48);
  EXPECT_EQ(Allocator::GetInputDataSize({}, aicpu::DT_FLOAT), 4);
  EXPECT_EQ(Allocator::GetInputDataSize({2, -1}, aicpu::DT_FLOAT), -1);
  EXPECT_EQ(Allocator::GetInputDataSize({2}, aicpu::DT_STRING), -1);
  EXPECT_EQ(Allocator::GetInputDataSize({int64_t{1} << 40, int64_t{1} << 40}, aicpu::DT_FLOAT), -1);
}

}  // namespace
}  // namespace opdk
