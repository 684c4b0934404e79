#include <cmath>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kSmoothRelu = "SmoothRelu";

float SmoothRelu(float x, float beta) {
  const float positive = x < 0 ? 0.0F : x;
  return positive + std::log1p(std::exp(-beta * std::abs(x))) / beta;
}

template <typename T>
uint32_t ComputeSmoothRelu(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const float beta = context.GetAttr("beta")->GetFloat();
  const auto work = [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = static_cast<T>(SmoothRelu(static_cast<float>(x[i]), beta));
  };
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece, work);
}

}  // namespace

namespace aicpu {

class SmoothReluCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeSmoothRelu<Eigen::half>(context);
    return ComputeSmoothRelu<float>(context);
  }
};

REGISTER_CPU_KERNEL(kSmoothRelu, SmoothReluCpuKernel);

}  // namespace aicpu
