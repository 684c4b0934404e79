// Sums of any number of tensors of one shape.
#include <algorithm>
#include <array>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kAddN = "AddN";
const char* const kAccumulateNV2 = "AccumulateNV2";

// Elements added at a time: a block of intermediate results (in the compute type, so that a sum of float16 is rounded
// once) stays in the first-level cache while every input is added to it.
constexpr int64_t kBlock = 1024;

template <typename T>
uint32_t SumInputs(const CpuKernelContext& ctx) {
  using C = opdk::ComputeType<T>;
  const size_t inputs = ctx.GetInputsSize();
  std::vector<const T*> x(inputs);
  for (size_t k = 0; k < inputs; ++k) x[k] = opdk::Values<const T>(ctx.Input(static_cast<uint32_t>(k))).data();
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  const auto cost = static_cast<int64_t>(inputs);
  return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements(), cost, [&](int64_t begin, int64_t end) {
    std::array<C, kBlock> buffer;
    for (int64_t first = begin; first < end; first += kBlock) {
      const int64_t count = std::min(kBlock, end - first);
      opdk::ArrayMap<C> sum(buffer.data(), count);
      sum = opdk::LoadRun<C>(x[0] + first, count);
      for (size_t k = 1; k < inputs; ++k) sum += opdk::LoadRun<C>(x[k] + first, count);
      opdk::ArrayMap<T>(y + first, count) = sum.template cast<T>();
    }
  });
}

class VariadicSumCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(),
                          [&]<typename T>() { return SumInputs<T>(ctx); });
  }
};

using AddNCpuKernel = VariadicSumCpuKernel;
using AccumulateNV2CpuKernel = VariadicSumCpuKernel;

}  // namespace

REGISTER_CPU_KERNEL(kAddN, AddNCpuKernel);
REGISTER_CPU_KERNEL(kAccumulateNV2, AccumulateNV2CpuKernel);

}  // namespace aicpu
