#include <Eigen/Core>
#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "status.h"

namespace {

const char* const kScaleShift = "ScaleShift";
constexpr int64_t kElementsPerPiece = 16384;

// Computes y = alpha * x + beta. The 16-bit floats are computed in float and rounded once.
template <typename T>
uint32_t ComputeScaleShift(const aicpu::CpuKernelContext& context) {
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

}  // namespace

namespace aicpu {

class ScaleShiftCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeScaleShift<Eigen::half>(context);
      case DT_BFLOAT16:
        return ComputeScaleShift<Eigen::bfloat16>(context);
      case DT_FLOAT:
        return ComputeScaleShift<float>(context);
      case DT_DOUBLE:
        return ComputeScaleShift<double>(context);
      default:  // the operator information admits no other
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kScaleShift, ScaleShiftCpuKernel);

}  // namespace aicpu
