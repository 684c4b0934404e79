#include <algorithm>
#include <array>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

template <typename C>
using Color = std::array<C, 3>;

// The hue counts sixths of the circle from red (0) over green (2) to blue (4).
struct ToHsv {
  template <typename C>
  static Color<C> Of(const Color<C>& rgb) {
    const auto [red, green, blue] = rgb;
    const C value = std::max({red, green, blue}), range = value - std::min({red, green, blue});
    C hue = 0;
    if (range > 0 && red == value) {
      hue = (green - blue) / range;
    } else if (range > 0 && green == value) {
      hue = 2 + (blue - red) / range;
    } else if (range > 0) {
      hue = 4 + (red - green) / range;
    }
    return {(hue < 0 ? hue + 6 : hue) / 6, value > 0 ? range / value : C(0), value};
  }
};

// Each channel is 1 over a third of the circle around its own hue, and falls to 0 over a sixth on both sides.
struct ToRgb {
  template <typename C>
  static Color<C> Of(const Color<C>& hsv) {
    const auto [hue, saturation, value] = hsv;
    const C sixths = hue * 6;
    const auto channel = [&, white = 1 - saturation, colored = saturation, full = value](C share) {
      return (white + colored * std::clamp(share, C(0), C(1))) * full;
    };
    return {channel(std::abs(sixths - 3) - 1), channel(2 - std::abs(sixths - 2)), channel(2 - std::abs(sixths - 4))};
  }
};

template <typename Conversion>
class ColorSpaceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::Types<float, opdk::Half, double>(), ctx.Input(0)->GetDataType(),
                                    [&]<typename C>() { return ConvertAll<C>(ctx); });
  }

 private:
  template <typename C>
  static uint32_t ConvertAll(const CpuKernelContext& ctx) {
    constexpr int64_t kColors = opdk::kConvertedBlock / 3;
    const opdk::ConvertedInput<C> x(ctx.Input(0));
    const opdk::ConvertedOutput<C> y(ctx.Output(0));
    return opdk::ParallelRange(ctx, ctx.Input(0)->NumElements() / 3, 16, [&](int64_t begin, int64_t end) {
      opdk::ConvertedBlock<C> read, written;
      for (int64_t first = begin; first < end; first += kColors) {
        const int64_t count = 3 * std::min(kColors, end - first);
        const C* from = x.Read(3 * first, count, read);
        C* to = y.Place(3 * first, written);
        for (int64_t i = 0; i < count; i += 3) {
          const Color<C> color = Conversion::Of(Color<C>{from[i], from[i + 1], from[i + 2]});
          std::copy(color.begin(), color.end(), to + i);
        }
        y.Write(3 * first, count, to);
      }
    });
  }
};
using RgbToHsvCpuKernel = ColorSpaceCpuKernel<ToHsv>;
using HsvToRgbCpuKernel = ColorSpaceCpuKernel<ToRgb>;
OPDK_CPU_KERNEL(RGBToHSV, RgbToHsvCpuKernel);
OPDK_CPU_KERNEL(HSVToRGB, HsvToRgbCpuKernel);

}  // namespace

}  // namespace aicpu
