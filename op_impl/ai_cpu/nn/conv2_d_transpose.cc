#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_convolution.h"

namespace aicpu {
namespace {

// The transposed convolution of the inputs kX (x), kX + 1 (the filter) and kX + 2 (the bias).
template <uint32_t kX>
class TransposedKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ImageConvolution conv(ctx, ctx.Output(0), ctx.Input(kX + 1), ctx.Input(kX), false);
    const auto run = [&]<typename T, typename To>(T, To) {
      return opdk::WithBias<T>(ctx.Input(kX + 2), [&]<typename Bias>(std::span<const Bias> bias) {
        return opdk::GradientOfImages<T, To, Bias>(ctx, conv, opdk::Values<const T>(ctx.Input(kX + 1)),
                                                   opdk::Values<const T>(ctx.Input(kX)), bias,
                                                   opdk::Values<To>(ctx.Output(0)));
      });
    };
    if (ctx.Input(kX)->GetDataType() == DT_INT8) return run(int8_t(), int32_t());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(kX)->GetDataType(),
                          [&]<typename T>() { return run(T(), T()); });
  }
};

using ConvTransposeWithSizesCpuKernel = TransposedKernel<1>;
OPDK_CPU_KERNEL(Conv2DTranspose, ConvTransposeWithSizesCpuKernel);
OPDK_CPU_KERNEL(Conv3DTranspose, ConvTransposeWithSizesCpuKernel);
using ConvTransposeDCpuKernel = TransposedKernel<0>;
OPDK_CPU_KERNEL(Conv2DTransposeD, ConvTransposeDCpuKernel);
OPDK_CPU_KERNEL(Deconvolution, ConvTransposeDCpuKernel);
OPDK_CPU_KERNEL(Conv3DTransposeD, ConvTransposeDCpuKernel);

}  // namespace

}  // namespace aicpu
