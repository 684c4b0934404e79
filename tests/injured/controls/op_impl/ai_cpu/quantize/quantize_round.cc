#include <cmath>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kQuantizeRound = "QuantizeRound";

int8_t Quantize(float x, float scale, float zero) {
  const float whole = std::nearbyint(x / scale) + zero;
  if (std::isnan(whole)) return 0;
  return static_cast<int8_t>(std::min(std::max(whole, -128.0F), 127.0F));
}

template <typename T>
uint32_t ComputeQuantizeRound(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<int8_t>(context, 0);
  const float scale = context.GetAttr("scale")->GetFloat();
  const auto zero = static_cast<float>(context.GetAttr("zero_point")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece,
                                            [=](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i)
                                                y[i] = Quantize(static_cast<float>(x[i]), scale, zero);
                                            });
}

}  // namespace

namespace aicpu {

class QuantizeRoundCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeQuantizeRound<Eigen::half>(context);
    return ComputeQuantizeRound<float>(context);
  }
};

REGISTER_CPU_KERNEL(kQuantizeRound, QuantizeRoundCpuKernel);

}  // namespace aicpu
