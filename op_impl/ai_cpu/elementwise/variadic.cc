// Sums of any number of tensors of one shape.
#include <algorithm>
#include <array>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Adds the inputs a block at a time. The block of sums stays in the first-level cache while every input is added to it,
// and a sum of float16 is rounded once.
template <typename C>
uint32_t SumInputs(const CpuKernelContext& ctx) {
  const size_t inputs = ctx.GetInputsSize();
  std::vector<opdk::ConvertedInput<C>> x;
  for (size_t k = 0; k < inputs; ++k) x.emplace_back(ctx.Input(static_cast<uint32_t>(k)));
  const opdk::ConvertedOutput<C> y(ctx.Output(0));
  const auto cost = static_cast<int64_t>(inputs);
  return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements(), cost, [&](int64_t begin, int64_t end) {
    opdk::ConvertedBlock<C> sums, block;
    for (int64_t first = begin; first < end; first += opdk::kConvertedBlock) {
      const int64_t count = std::min(opdk::kConvertedBlock, end - first);
      const auto values = [&](size_t k) { return opdk::ConstArrayMap<C>(x[k].Read(first, count, block), count); };
      // The output's memory may be an input's: it is written when all inputs have been read.
      opdk::ArrayMap<C> sum(sums.data(), count);
      sum = values(0);
      for (size_t k = 1; k < inputs; ++k) sum += values(k);
      C* results = y.Place(first, sums);
      std::copy_n(sums.data(), results == sums.data() ? 0 : count, results);
      y.Write(first, count, results);
    }
  });
}

class VariadicSumCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(), [&]<typename C>() {
      // Unsigned numbers may overflow, and have the bits of signed sums.
      return SumInputs<std::conditional_t<std::is_integral_v<C>, uint64_t, C>>(ctx);
    });
  }
};

OPDK_CPU_KERNEL(AddN, VariadicSumCpuKernel);
OPDK_CPU_KERNEL(AccumulateNV2, VariadicSumCpuKernel);

}  // namespace

}  // namespace aicpu
