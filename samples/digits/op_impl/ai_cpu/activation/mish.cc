#include <cmath>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "opdk/dtype_dispatch.h"

namespace {

constexpr int64_t kElementsPerShard = 16384;

template <typename T>
uint32_t ComputeAs(const aicpu::CpuKernelContext& context) {
  const auto* x = static_cast<const T*>(context.Input(0)->GetData());
  auto* y = static_cast<T*>(context.Output(0)->GetData());
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Input(0)->NumElements(), kElementsPerShard, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          // ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|) does not overflow.
          const T softplus = std::fmax(x[i], T(0)) + std::log1p(std::exp(-std::abs(x[i])));
          y[i] = x[i] * std::tanh(softplus);
        }
      });
}

uint32_t MishCompute(const aicpu::CpuKernelContext& context) {
  using Types = opdk::Types<float, double>;
  return opdk::Dispatch(Types(), context.Input(0)->GetDataType(), [&]<typename T>() { return ComputeAs<T>(context); });
}

}  // namespace

OPDK_CPU_KERNEL(Mish, MishCompute);
