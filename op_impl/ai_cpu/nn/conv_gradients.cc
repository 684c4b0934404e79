// Gradients of convolutions.
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_convolution.h"

namespace aicpu {
namespace {

const char* const kConv2DBackpropInput = "Conv2DBackpropInput";
const char* const kConv2DBackpropInputD = "Conv2DBackpropInputD";
const char* const kConv2DBackpropFilter = "Conv2DBackpropFilter";
const char* const kConv2DBackpropFilterD = "Conv2DBackpropFilterD";
const char* const kConv3DBackpropInput = "Conv3DBackpropInput";
const char* const kConv3DBackpropInputD = "Conv3DBackpropInputD";
const char* const kConv3DBackpropFilter = "Conv3DBackpropFilter";
const char* const kConv3DBackpropFilterD = "Conv3DBackpropFilterD";
const char* const kDepthwiseConv2DBackpropInput = "DepthwiseConv2DBackpropInput";
const char* const kDepthwiseConv2DBackpropInputD = "DepthwiseConv2DBackpropInputD";
const char* const kDepthwiseConv2DBackpropFilter = "DepthwiseConv2DBackpropFilter";
const char* const kDepthwiseConv2DBackpropFilterD = "DepthwiseConv2DBackpropFilterD";

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

using Conv2DBackpropInputCpuKernel = InputGradientKernel<1, false>;
using Conv2DBackpropInputDCpuKernel = InputGradientKernel<0, false>;
using Conv2DBackpropFilterCpuKernel = FilterGradientKernel<2, false>;
using Conv2DBackpropFilterDCpuKernel = FilterGradientKernel<1, false>;
using Conv3DBackpropInputCpuKernel = InputGradientKernel<1, false>;
using Conv3DBackpropInputDCpuKernel = InputGradientKernel<0, false>;
using Conv3DBackpropFilterCpuKernel = FilterGradientKernel<2, false>;
using Conv3DBackpropFilterDCpuKernel = FilterGradientKernel<1, false>;
using DepthwiseConv2DBackpropInputCpuKernel = InputGradientKernel<1, true>;
using DepthwiseConv2DBackpropInputDCpuKernel = InputGradientKernel<0, true>;
using DepthwiseConv2DBackpropFilterCpuKernel = FilterGradientKernel<2, true>;
using DepthwiseConv2DBackpropFilterDCpuKernel = FilterGradientKernel<1, true>;

}  // namespace

REGISTER_CPU_KERNEL(kConv2DBackpropInput, Conv2DBackpropInputCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropInputD, Conv2DBackpropInputDCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropFilter, Conv2DBackpropFilterCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropFilterD, Conv2DBackpropFilterDCpuKernel);
REGISTER_CPU_KERNEL(kConv3DBackpropInput, Conv3DBackpropInputCpuKernel);
REGISTER_CPU_KERNEL(kConv3DBackpropInputD, Conv3DBackpropInputDCpuKernel);
REGISTER_CPU_KERNEL(kConv3DBackpropFilter, Conv3DBackpropFilterCpuKernel);
REGISTER_CPU_KERNEL(kConv3DBackpropFilterD, Conv3DBackpropFilterDCpuKernel);
REGISTER_CPU_KERNEL(kDepthwiseConv2DBackpropInput, DepthwiseConv2DBackpropInputCpuKernel);
REGISTER_CPU_KERNEL(kDepthwiseConv2DBackpropInputD, DepthwiseConv2DBackpropInputDCpuKernel);
REGISTER_CPU_KERNEL(kDepthwiseConv2DBackpropFilter, DepthwiseConv2DBackpropFilterCpuKernel);
REGISTER_CPU_KERNEL(kDepthwiseConv2DBackpropFilterD, DepthwiseConv2DBackpropFilterDCpuKernel);

}  // namespace aicpu
