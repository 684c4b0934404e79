#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "cpu_kernel_utils.h"
#include "cpu_nodedef_builder.h"
#include "opdk/cpu_engine.h"
#include "opdk/parallel.h"

namespace {

std::atomic<size_t> g_allocations{0};

}  // namespace

#if !defined(__SANITIZE_ADDRESS__)  // the sanitizer pairs its own new and delete
// Counts every allocation of this program.
__attribute__((noinline)) void* operator new(size_t size) {
  ++g_allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void* memory, size_t) noexcept { std::free(memory); }
#endif

namespace aicpu {
namespace {

TEST(AiCpuAttrValues, OneKindAtATimeAndListsAppend) {
  const auto value = CpuKernelUtils::CreateAttrValue();
  EXPECT_EQ(value->GetInt(), 0);
  value->SetInt(4);
  EXPECT_EQ(value->GetInt(), 4);
  EXPECT_EQ(value->GetFloat(), 0);
  EXPECT_EQ(value->GetString(), "");
  value->SetListInt({1, 2});
  EXPECT_EQ(value->GetInt(), 0);
  value->SetListInt({3});
  value->AddListInt(4);
  EXPECT_EQ(value->GetListInt(), (std::vector<int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(value->ListIntSize(), 4);
  EXPECT_EQ(value->ListFloatSize(), 0);
  value->AddListTensorShape()->SetDimSizes({5});
  ASSERT_EQ(value->ListTensorShapeSize(), 1);
  EXPECT_EQ(value->GetListTensorShape()[0]->GetDimSize(0), 5);
  EXPECT_EQ(value->GetTensor(), nullptr);
  EXPECT_FALSE(value->SetTensor(nullptr));
}

TEST(AiCpuTensors, ShapeIsALiveView) {
  const auto tensor = CpuKernelUtils::CreateTensor();
  tensor->SetDataType(DT_FLOAT);
  EXPECT_EQ(tensor->NumElements(), 1);
  tensor->GetTensorShape()->SetDimSizes({2, 3});
  EXPECT_EQ(tensor->NumElements(), 6);
  EXPECT_EQ(tensor->CalcDataSizeByShape(), 24);
  EXPECT_EQ(tensor->GetTensorShape()->GetDimSize(7), 0);
  tensor->GetTensorShape()->SetDimSizes({2, -1});
  EXPECT_EQ(tensor->NumElements(), -1);
  EXPECT_EQ(tensor->CalcDataSizeByShape(), -1);
}

TEST(AiCpuContexts, AreMadeFromNodes) {
  float x[] = {1, 2}, y[2];
  const auto node = NodeDefBuilder::CreateNodeDef();
  NodeDefBuilder(node.get(), "n", "Twice")
      .Input({"x", DT_FLOAT, {2}, x})
      .Output({"y", DT_FLOAT, {2}, y})
      .Attr("i", 3)
      .Attr("s", "text")
      .Attr("b", true)
      .Attr("dims", std::vector<int64_t>{4, 5}, "shape");
  CpuKernelContext context(HOST);
  ASSERT_EQ(context.Init(node.get()), 0u);
  EXPECT_EQ(context.GetOpType(), "Twice");
  EXPECT_EQ(context.Input(0)->GetDataSize(), 8u);
  EXPECT_EQ(context.Output(0)->GetData(), y);
  EXPECT_EQ(context.Input(1), nullptr);
  EXPECT_EQ(context.GetAttr("none"), nullptr);
  EXPECT_EQ(context.GetAttr("i")->GetInt(), 3);
  EXPECT_EQ(context.GetAttr("s")->GetString(), "text");
  EXPECT_EQ(context.GetAttr("dims")->GetTensorShape()->GetDimSize(1), 5);
  EXPECT_NE(context.Init(nullptr), 0u);
}

TEST(AiCpuParallelFor, CoversTheRangeAndRefusesBadArguments) {
  CpuKernelContext context(HOST);
  std::atomic<int64_t> sum{0};
  const auto add = [&sum](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) sum += i;
  };
  EXPECT_EQ(CpuKernelUtils::ParallelFor(context, 1000, 10, add), 0u);
  EXPECT_EQ(sum, 499500);
  EXPECT_EQ(CpuKernelUtils::ParallelFor(context, 1000, 0, add), 0u);
  EXPECT_EQ(CpuKernelUtils::ParallelFor(context, -1, 10, add), 0u);
  EXPECT_EQ(sum, 499500);
  EXPECT_EQ(CpuKernelUtils::GetCPUNum(context), static_cast<uint32_t>(opdk::ThreadCount()));
}

opdk::OpDesc TwoPorts() {
  opdk::OpDesc desc;
  desc.name = "n";
  desc.type = "Op";
  desc.inputs.push_back({"x", 0, ge::TensorDesc(ge::Shape({2, 3}), ge::FORMAT_NCHW, ge::DT_FLOAT16)});
  desc.inputs.push_back({"bias", 1, ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED)});
  desc.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(ge::UNKNOWN_RANK), ge::FORMAT_ND, ge::DT_BF16)});
  desc.attrs["i"] = int64_t{7};
  desc.attrs["types"] = std::vector<ge::DataType>{ge::DT_BF16};
  desc.attrs["t"] = ge::Tensor(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_UINT8), {5, 6});
  desc.attrs["unset"] = opdk::Attr();
  return desc;
}

TEST(CpuNodes, GiveAKernelTheOperator) {
  opdk::CpuNode node(TwoPorts());
  CpuKernelContext& context = node.context();
  EXPECT_EQ(context.GetOpType(), "Op");
  EXPECT_EQ(context.Input(0)->GetDataType(), DT_FLOAT16);
  EXPECT_EQ(context.Input(0)->GetTensorShape()->GetFormat(), FORMAT_NCHW);
  EXPECT_EQ(context.Input(0)->NumElements(), 6);
  ASSERT_NE(context.Input(1), nullptr);
  EXPECT_EQ(context.Input(1)->GetData(), nullptr);
  EXPECT_EQ(context.Output(0)->GetDataType(), DT_BFLOAT16);
  EXPECT_TRUE(context.Output(0)->GetTensorShape()->GetUnknownRank());
  EXPECT_EQ(context.GetAttr("i")->GetInt(), 7);
  EXPECT_EQ(context.GetAttr("types")->GetListDataType(), std::vector<DataType>{DT_BFLOAT16});
  EXPECT_EQ(static_cast<uint8_t*>(context.GetAttr("t")->GetTensor()->GetData())[1], 6);
  EXPECT_EQ(context.GetAttr("unset"), nullptr);
  node.SetAttr("block_num", 2);
  EXPECT_EQ(context.GetAttr("block_num")->GetInt(), 2);
}

TEST(CpuNodes, RepointingAllocatesNothing) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "allocations can't be counted under the address sanitizer";
#endif
  opdk::CpuNode node(TwoPorts());
  uint16_t x[16] = {}, y[16] = {};
  const std::vector<int64_t> small{2, 3}, large{1, 2, 1, 2, 1, 2, 1, 2};
  const size_t before = g_allocations.load();
  for (int i = 0; i < 10; ++i) {
    node.SetInput(0, x, sizeof(x), i % 2 == 0 ? small : large);
    node.SetOutput(0, y, sizeof(y), large, true);
    node.context().Output(0)->GetTensorShape()->SetUnknownRank(false);
  }
  EXPECT_EQ(g_allocations.load(), before);
  EXPECT_EQ(node.OutputShape(0).size(), 8u);
}

TEST(CpuNodes, ReportTheShapeAKernelWrote) {
  opdk::CpuNode node(TwoPorts());
  uint16_t y[16] = {};
  node.SetOutput(0, y, sizeof(y), {}, true);
  node.context().Output(0)->GetTensorShape()->SetDimSizes({3, 1});
  const std::span<const int64_t> shape = node.OutputShape(0);
  EXPECT_EQ(std::vector<int64_t>(shape.begin(), shape.end()), (std::vector<int64_t>{3, 1}));
}

}  // namespace
}  // namespace aicpu
