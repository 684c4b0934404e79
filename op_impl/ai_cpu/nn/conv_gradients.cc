// Gradients of the convolution of images, tap by tap; sums in double.
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/images.h"
#include "op_impl/ai_cpu/nn/window.h"

namespace aicpu {
namespace {

const char* const kConv2DBackpropInput = "Conv2DBackpropInput";
const char* const kConv2DBackpropInputD = "Conv2DBackpropInputD";
const char* const kConv2DBackpropFilter = "Conv2DBackpropFilter";
const char* const kConv2DBackpropFilterD = "Conv2DBackpropFilterD";

// Integers wrap around.
template <typename T>
using TapSum = std::conditional_t<std::is_integral_v<T>, int64_t, double>;

// A convolution of images x with a filter to images y.
struct ImageConvolution {
  ImageConvolution(const CpuKernelContext& ctx, const Tensor* x_tensor, const Tensor* filter, const Tensor* y_tensor)
      : x(ctx, opdk::DimsOf(x_tensor)), y(ctx, opdk::DimsOf(y_tensor)) {
    const std::vector<int64_t> in = opdk::DimsOf(x_tensor), out = opdk::DimsOf(y_tensor), taps = opdk::DimsOf(filter);
    const std::vector<int64_t> pads = opdk::ListIntAttr(ctx, "pads"), dilations = opdk::ListIntAttr(ctx, "dilations");
    const std::vector<int64_t> strides = opdk::ListIntAttr(ctx, "strides");
    filter_ends_with_outputs = x.first == 1;
    for (size_t i = 0; i < 2; ++i) {
      window.in.push_back(in[x.first + i]);
      window.out.push_back(out[x.first + i]);
      window.kernel.push_back(taps[filter_ends_with_outputs ? i : i + 2]);
      window.strides.push_back(strides[x.first + i]);
      window.dilations.push_back(dilations.empty() ? 1 : dilations[x.first + i]);
      window.begins.push_back(pads[2 * i]);
    }
    groups = opdk::IntAttr(ctx, "groups", 1);
    channels = x.channels / groups;
    filters = y.channels / groups;
    images = opdk::DimsOf(y_tensor)[0];
  }
  // The element of a filter.
  size_t Tap(int64_t output, int64_t channel, int64_t tap) const {
    return static_cast<size_t>(filter_ends_with_outputs ? (tap * channels + channel) * y.channels + output
                                                        : (output * channels + channel) * window.kernel_size() + tap);
  }

  opdk::ImagePlanes x, y;
  opdk::Window window;
  bool filter_ends_with_outputs = false;
  int64_t groups = 1, images = 0;
  int64_t channels = 0, filters = 0;  // of one group
};

template <typename To, typename Sum>
To Rounded(Sum sum) {
  if constexpr (std::is_integral_v<To>) {
    return static_cast<To>(sum);
  } else {
    return static_cast<To>(static_cast<opdk::ComputeType<To>>(sum));
  }
}

// The gradient for x from inputs `filter` and the next.
template <typename T, typename To>
uint32_t InputGradient(const CpuKernelContext& ctx, uint32_t filter) {
  const auto taps = opdk::Values<const T>(ctx.Input(filter)), gradient = opdk::Values<const T>(ctx.Input(filter + 1));
  const auto to = opdk::Values<To>(ctx.Output(0));
  const ImageConvolution conv(ctx, ctx.Output(0), ctx.Input(filter), ctx.Input(filter + 1));
  const int64_t cost = conv.filters * conv.window.out_size() * conv.window.kernel_size() * 2;
  return opdk::ParallelRange(ctx, conv.x.planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<TapSum<T>> sums(static_cast<size_t>(conv.x.size));
    for (int64_t plane = begin; plane < end; ++plane) {
      std::fill(sums.begin(), sums.end(), TapSum<T>(0));
      const int64_t image = plane / conv.x.channels, channel = plane % conv.x.channels % conv.channels;
      const int64_t first = plane % conv.x.channels / conv.channels * conv.filters;
      for (int64_t output = first; output < first + conv.filters; ++output) {
        for (int64_t position = 0; position < conv.y.size; ++position) {
          const auto g = static_cast<TapSum<T>>(gradient[conv.y.At(image * conv.y.channels + output, position)]);
          opdk::ForEachInside(conv.window, position, [&](int64_t tap, int64_t at) {
            sums[static_cast<size_t>(at)] += g * static_cast<TapSum<T>>(taps[conv.Tap(output, channel, tap)]);
          });
        }
      }
      for (int64_t at = 0; at < conv.x.size; ++at) {
        to[conv.x.At(plane, at)] = Rounded<To>(sums[static_cast<size_t>(at)]);
      }
    }
  });
}

// The gradient for the filter from input 0, x, and input `gradient_input`.
template <typename T, typename To>
uint32_t FilterGradient(const CpuKernelContext& ctx, uint32_t gradient_input) {
  const auto x = opdk::Values<const T>(ctx.Input(0)), gradient = opdk::Values<const T>(ctx.Input(gradient_input));
  const auto to = opdk::Values<To>(ctx.Output(0));
  const ImageConvolution conv(ctx, ctx.Input(0), ctx.Output(0), ctx.Input(gradient_input));
  const int64_t cost = conv.images * conv.window.out_size() * conv.window.kernel_size() * 2;
  const int64_t planes = conv.y.channels * conv.channels;
  return opdk::ParallelRange(ctx, planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(conv.window.kernel_size()));
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
      for (int64_t tap = 0; tap < conv.window.kernel_size(); ++tap) {
        to[conv.Tap(output, channel, tap)] = Rounded<To>(sums[static_cast<size_t>(tap)]);
      }
    }
  });
}

template <uint32_t kFilter>
class Conv2DInputGradient : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Input(kFilter)->GetDataType() == DT_INT8) return InputGradient<int8_t, int32_t>(ctx, kFilter);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(kFilter)->GetDataType(),
                          [&]<typename T>() { return InputGradient<T, T>(ctx, kFilter); });
  }
};

template <uint32_t kGradient>
class Conv2DFilterGradient : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool same = ctx.Output(0)->GetDataType() == ctx.Input(0)->GetDataType();
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return same ? FilterGradient<T, T>(ctx, kGradient) : FilterGradient<T, float>(ctx, kGradient);
    });
  }
};

using Conv2DBackpropInputCpuKernel = Conv2DInputGradient<1>;
using Conv2DBackpropInputDCpuKernel = Conv2DInputGradient<0>;
using Conv2DBackpropFilterCpuKernel = Conv2DFilterGradient<2>;
using Conv2DBackpropFilterDCpuKernel = Conv2DFilterGradient<1>;

}  // namespace

REGISTER_CPU_KERNEL(kConv2DBackpropInput, Conv2DBackpropInputCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropInputD, Conv2DBackpropInputDCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropFilter, Conv2DBackpropFilterCpuKernel);
REGISTER_CPU_KERNEL(kConv2DBackpropFilterD, Conv2DBackpropFilterDCpuKernel);

}  // namespace aicpu
