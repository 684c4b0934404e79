#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_convolution.h"

namespace aicpu {
namespace {

template <bool kDepthwise>
class ConvolutionKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ImageConvolution conv(ctx, ctx.Input(0), ctx.Input(1), ctx.Output(0), kDepthwise);
    const auto run = [&]<typename T, typename To>(T, To) {
      return opdk::WithBias<T>(ctx.Input(2), [&]<typename Bias>(std::span<const Bias> bias) {
        return opdk::ConvolveImages<T, To, Bias>(ctx, conv, opdk::Values<const T>(ctx.Input(0)),
                                                 opdk::Values<const T>(ctx.Input(1)), bias,
                                                 opdk::IntAttr(ctx, "offset_x", 0), opdk::Values<To>(ctx.Output(0)));
      });
    };
    if (ctx.Input(0)->GetDataType() == DT_INT8) return run(int8_t(), int32_t());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return run(T(), T()); });
  }
};

using Conv2DCpuKernel = ConvolutionKernel<false>;
OPDK_CPU_KERNEL(Conv2D, Conv2DCpuKernel);
OPDK_CPU_KERNEL(Conv3D, Conv2DCpuKernel);
OPDK_CPU_KERNEL(DepthwiseConv2D, ConvolutionKernel<true>);

}  // namespace

}  // namespace aicpu
