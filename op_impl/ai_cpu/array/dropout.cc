#include <algorithm>

#include "log.h"
#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kDropout = "Dropout";

}  // namespace

namespace aicpu {

// Inference: y is x, mask is all true. A training_mode that only turns out true at run time is refused.
class DropoutCpuKernel : public CopyCpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* training_mode = ctx.Input(2);
    const auto ratio = opdk::FloatValues(ctx.Input(1));
    const bool drops = ratio.empty() || ratio[0] != 0.0;
    const auto trains = opdk::Values<const bool>(training_mode);
    if (drops && !trains.empty() && trains[0]) {
      KERNEL_LOG_ERROR("Dropout: training_mode is true; only inference is supported");
      return opdk::kKernelFailed;
    }
    if (opdk::IsPresent(ctx.Output(1))) {
      const auto mask = opdk::Values<bool>(ctx.Output(1));
      std::fill(mask.begin(), mask.end(), true);
    }
    return CopyCpuKernel::Compute(ctx);
  }
};

REGISTER_CPU_KERNEL(kDropout, DropoutCpuKernel);

}  // namespace aicpu
