#include <cstdint>
#include <cstring>

#include "cpu_kernel.h"

namespace aicpu {

namespace {

int64_t Count(const Tensor& tensor) { return tensor.GetTensorShape()->NumElements(); }
float* Floats(Tensor* tensor) { return static_cast<float*>(tensor->GetData()); }

}  // namespace

// y[i] = factor * x[i], whatever the order.
class ScaleKernel : public CpuKernel {
 public:
  explicit ScaleKernel(float factor) : factor_(factor) {}
  uint32_t Compute(CpuKernelContext& ctx) override {
    for (int64_t i = 0; i < Count(*ctx.Input(0)); ++i) Floats(ctx.Output(0))[i] = factor_ * Floats(ctx.Input(0))[i];
    return 0;
  }

 private:
  float factor_;
};

class BlockedNegKernel : public ScaleKernel {
 public:
  BlockedNegKernel() : ScaleKernel(-1) {}
};
class ImageDoubleKernel : public ScaleKernel {
 public:
  ImageDoubleKernel() : ScaleKernel(2) {}
};
class LastSaidKernel : public ScaleKernel {
 public:
  LastSaidKernel() : ScaleKernel(1) {}
};

class ChannelSumsKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const int64_t channels = ctx.Input(0)->GetTensorShape()->GetDimSizes().back();
    float sum = 0;
    for (int64_t i = 0; i < Count(*ctx.Input(0)); ++i) {
      sum = (i % channels == 0 ? 0 : sum) + Floats(ctx.Input(0))[i];
      Floats(ctx.Output(0))[i] = sum;
    }
    return 0;
  }
};

const char* const kChannelSums = "ChannelSums";
REGISTER_CPU_KERNEL(kChannelSums, ChannelSumsKernel);
const char* const kBlockedNeg = "BlockedNeg";
REGISTER_CPU_KERNEL(kBlockedNeg, BlockedNegKernel);
const char* const kImageDouble = "ImageDouble";
REGISTER_CPU_KERNEL(kImageDouble, ImageDoubleKernel);
const char* const kFractalNeg = "FractalNeg";
REGISTER_CPU_KERNEL(kFractalNeg, BlockedNegKernel);
const char* const kLastSaid = "LastSaid";
REGISTER_CPU_KERNEL(kLastSaid, LastSaidKernel);
const char* const kFormatRefused = "FormatRefused";
REGISTER_CPU_KERNEL(kFormatRefused, LastSaidKernel);

}  // namespace aicpu
