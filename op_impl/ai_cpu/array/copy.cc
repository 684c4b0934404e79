// Operators whose output is the bytes of x under another shape. In a model they are views and no kernel runs; this one
// serves where the bytes must lie in a place of their own (a constant, a graph output).
#include <cstring>

#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kReshape = "Reshape";
const char* const kFlatten = "Flatten";
const char* const kSqueeze = "Squeeze";
const char* const kUnsqueeze = "Unsqueeze";
const char* const kIdentity = "Identity";
const char* const kDropout = "Dropout";

}  // namespace

namespace aicpu {

class CopyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* x = ctx.Input(0);
    const int64_t bytes = x->CalcDataSizeByShape();
    if (bytes > 0 && ctx.Output(0)->GetData() != x->GetData()) {
      std::memcpy(ctx.Output(0)->GetData(), x->GetData(), static_cast<size_t>(bytes));
    }
    return opdk::kKernelOk;
  }
};

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

REGISTER_CPU_KERNEL(kReshape, CopyCpuKernel);
REGISTER_CPU_KERNEL(kFlatten, CopyCpuKernel);
REGISTER_CPU_KERNEL(kSqueeze, CopyCpuKernel);
REGISTER_CPU_KERNEL(kUnsqueeze, CopyCpuKernel);
REGISTER_CPU_KERNEL(kIdentity, CopyCpuKernel);
REGISTER_CPU_KERNEL(kDropout, DropoutCpuKernel);

}  // namespace aicpu
