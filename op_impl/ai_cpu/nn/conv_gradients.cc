// Gradients of convolutions.
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_convolution.h"

namespace aicpu {
namespace {

// Computes the gradient for the filter from input 0, x, and input `gradient_input`.
template <typename T, typename To>
uint32_t FilterGradient(const CpuKernelContext& ctx, uint32_t gradient_input, bool depthwise) {
  const auto x = opdk::Values<const T>(ctx.Input(0)), gradient = opdk::Values<const T>(ctx.Input(gradient_input));
  const auto to = opdk::Values<To>(ctx.Output(0));
  const opdk::ImageConvolution conv(ctx, ctx.Input(0), ctx.Output(0), ctx.Input(gradient_input), depthwise);
  const int64_t cost = conv.images * conv.window.out_size() * conv.taps() * 2;
  const int64_t planes = conv.y.channels * conv.channels;
  return opdk::ParallelRange(ctx, planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(conv.taps()));
    for (int64_t plane = begin; plane < end; ++plane) {
      std::fill(sums.begin(), sums.end(), 0.0);
      const int64_t output = plane / conv.channels, channel = plane % conv.channels;
      const int64_t from = output / conv.filters * conv.channels + channel;
      for (int64_t image = 0; image < conv.images; ++image) {
        for (int64_t position = 0; position < conv.y.size; ++position) {
          const auto g = static_cast<double>(gradient[conv.y.At(image * conv.y.channels + output, position)]);
          opdk::ForEachInside(conv.window, position, [&](int64_t tap, int64_t at) {
            sums[static_cast<size_t>(tap)] += g * static_cast<double>(x[conv.x.At(image * conv.x.channels + from, at)]);
          });
        }
      }
      for (int64_t tap = 0; tap < conv.taps(); ++tap) {
        to[conv.Tap(output, channel, tap)] = opdk::Rounded<To>(sums[static_cast<size_t>(tap)]);
      }
    }
  });
}

// From inputs `filter` and the next.
template <uint32_t kFilter, bool kDepthwise>
class InputGradientKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ImageConvolution conv(ctx, ctx.Output(0), ctx.Input(kFilter), ctx.Input(kFilter + 1), kDepthwise);
    const auto run = [&]<typename T, typename To>(T, To) {
      return opdk::GradientOfImages<T, To, T>(ctx, conv, opdk::Values<const T>(ctx.Input(kFilter)),
                                              opdk::Values<const T>(ctx.Input(kFilter + 1)), {},
                                              opdk::Values<To>(ctx.Output(0)));
    };
    if (ctx.Input(kFilter)->GetDataType() == DT_INT8) return run(int8_t(), int32_t());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(kFilter)->GetDataType(),
                          [&]<typename T>() { return run(T(), T()); });
  }
};

template <uint32_t kGradient, bool kDepthwise>
class FilterGradientKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool same = ctx.Output(0)->GetDataType() == ctx.Input(0)->GetDataType();
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return same ? FilterGradient<T, T>(ctx, kGradient, kDepthwise)
                  : FilterGradient<T, float>(ctx, kGradient, kDepthwise);
    });
  }
};

OPDK_CPU_KERNEL(Conv2DBackpropInput, InputGradientKernel<1, false>);
OPDK_CPU_KERNEL(Conv2DBackpropInputD, InputGradientKernel<0, false>);
OPDK_CPU_KERNEL(Conv2DBackpropFilter, FilterGradientKernel<2, false>);
OPDK_CPU_KERNEL(Conv2DBackpropFilterD, FilterGradientKernel<1, false>);
OPDK_CPU_KERNEL(Conv3DBackpropInput, InputGradientKernel<1, false>);
OPDK_CPU_KERNEL(Conv3DBackpropInputD, InputGradientKernel<0, false>);
OPDK_CPU_KERNEL(Conv3DBackpropFilter, FilterGradientKernel<2, false>);
OPDK_CPU_KERNEL(Conv3DBackpropFilterD, FilterGradientKernel<1, false>);
OPDK_CPU_KERNEL(DepthwiseConv2DBackpropInput, InputGradientKernel<1, true>);
OPDK_CPU_KERNEL(DepthwiseConv2DBackpropInputD, InputGradientKernel<0, true>);
OPDK_CPU_KERNEL(DepthwiseConv2DBackpropFilter, FilterGradientKernel<2, true>);
OPDK_CPU_KERNEL(DepthwiseConv2DBackpropFilterD, FilterGradientKernel<1, true>);

}  // namespace

}  // namespace aicpu
