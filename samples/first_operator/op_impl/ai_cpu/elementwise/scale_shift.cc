#include <Eigen/Core>
#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "opdk/dtype_dispatch.h"

namespace {

constexpr int64_t kElementsPerPiece = 16384;

// Computes y = alpha * x + beta. The 16-bit floats are computed in float and rounded once.
template <typename T>
uint32_t ComputeAs(const aicpu::CpuKernelContext& context) {
  using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const auto* x = static_cast<const T*>(context.Input(0)->GetData());
  auto* y = static_cast<T*>(context.Output(0)->GetData());
  const auto alpha = static_cast<Wide>(context.GetAttr("alpha")->GetFloat());
  const auto beta = static_cast<Wide>(context.GetAttr("beta")->GetFloat());
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Input(0)->NumElements(), kElementsPerPiece, [=](int64_t begin, int64_t end) {
        const Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>> from(x + begin, end - begin);
        Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>> to(y + begin, end - begin);
        to = (from.template cast<Wide>() * alpha + beta).template cast<T>();
      });
}

uint32_t ScaleShiftCompute(const aicpu::CpuKernelContext& context) {
  using Types = opdk::Types<Eigen::half, Eigen::bfloat16, float, double>;
  return opdk::Dispatch(Types(), context.Input(0)->GetDataType(), [&]<typename T>() { return ComputeAs<T>(context); });
}

}  // namespace

OPDK_CPU_KERNEL(ScaleShift, ScaleShiftCompute);
