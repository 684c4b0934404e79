#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kLeakyClip = "LeakyClip";

template <typename T>
uint32_t ComputeLeakyClip(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const float slope = context.GetAttr("slope")->GetFloat();
  const float ceiling = context.GetAttr("ceiling")->GetFloat();
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece,
                                            [=](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i) {
                                                const auto value = static_cast<float>(x[i]);
                                                const float leaky = value >= 0 ? value : value * slope;
                                                y[i] = static_cast<T>(leaky > ceiling ? ceiling : leaky);
                                              }
                                            });
}

}  // namespace

namespace aicpu {

class LeakyClipCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeLeakyClip<Eigen::half>(context);
    return ComputeLeakyClip<float>(context);
  }
};

REGISTER_CPU_KERNEL(kLeakyClip, LeakyClipCpuKernel);

}  // namespace aicpu
