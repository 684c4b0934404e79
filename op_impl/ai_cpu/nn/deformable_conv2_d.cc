#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Interpolates between the elements of a plane. Elements outside of the plane are 0.
template <typename T>
double BetweenElements(const T* plane, int64_t height, int64_t width, double row, double column) {
  if (!(row > -1 && column > -1 && row < static_cast<double>(height) && column < static_cast<double>(width))) return 0;
  const double top = std::floor(row), left = std::floor(column);
  double sum = 0;
  for (int k = 0; k < 4; ++k) {
    const double r = top + k / 2, c = left + k % 2;
    const double weight = (1 - std::fabs(row - r)) * (1 - std::fabs(column - c));
    const bool inside = r >= 0 && c >= 0 && r < static_cast<double>(height) && c < static_cast<double>(width);
    if (!inside || weight == 0) continue;
    sum += weight * static_cast<double>(plane[static_cast<int64_t>(r) * width + static_cast<int64_t>(c)]);
  }
  return sum;
}

class DeformableConv2DCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx) {
    const auto x_dims = opdk::DimsOf(ctx.Input(0)), w_dims = opdk::DimsOf(ctx.Input(1)),
               y_dims = opdk::DimsOf(ctx.Output(0));
    const std::vector<double> weights = opdk::FloatValues(ctx.Input(1)), bias = opdk::FloatValues(ctx.Input(3));
    const int64_t groups = opdk::IntAttr(ctx, "groups", 1);
    const int64_t points = y_dims[2] * y_dims[3], taps = w_dims[2] * w_dims[3], inputs = w_dims[1];
    const auto y = opdk::Values<T>(ctx.Output(0));
    if (y.empty()) return opdk::kKernelOk;
    return opdk::ParallelRange(
        ctx, y_dims[0] * points, x_dims[1] * taps * (8 + w_dims[0]), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t image = i / points, point = i % points;
            const std::vector<double> read = Window<T>(ctx, image, point, taps);
            for (int64_t o = 0; o < y_dims[1]; ++o) {
              double sum = bias.empty() ? 0 : bias[static_cast<size_t>(o)];
              const double* from = read.data() + o / (y_dims[1] / groups) * inputs * taps;
              const double* factors = weights.data() + o * inputs * taps;
              for (int64_t k = 0; k < inputs * taps; ++k) sum += from[k] * factors[k];
              y[static_cast<size_t>((image * y_dims[1] + o) * points + point)] = static_cast<T>(sum);
            }
          }
        });
  }

  // Returns the elements that the window at a point of y reads: [C, taps].
  template <typename T>
  static std::vector<double> Window(const CpuKernelContext& ctx, int64_t image, int64_t point, int64_t taps) {
    const auto x_dims = opdk::DimsOf(ctx.Input(0)), w_dims = opdk::DimsOf(ctx.Input(1)),
               offset_dims = opdk::DimsOf(ctx.Input(2));
    const auto strides = opdk::ListIntAttr(ctx, "strides"), pads = opdk::ListIntAttr(ctx, "pads");
    auto dilations = opdk::ListIntAttr(ctx, "dilations");
    dilations.resize(4, 1);
    const int64_t groups = opdk::IntAttr(ctx, "deformable_groups", 1), all = groups * taps;
    const bool modulated = opdk::BoolAttr(ctx, "modulated", true);
    const int64_t points = offset_dims[2] * offset_dims[3];
    const T* x = opdk::Values<const T>(ctx.Input(0)).data() + image * x_dims[1] * x_dims[2] * x_dims[3];
    const T* offsets = opdk::Values<const T>(ctx.Input(2)).data() + image * offset_dims[1] * points + point;
    const auto offset = [&](int64_t channel) { return static_cast<double>(offsets[channel * points]); };
    const int64_t row = point / offset_dims[3] * strides[2] - pads[0];
    const int64_t column = point % offset_dims[3] * strides[3] - pads[2];
    std::vector<double> read(static_cast<size_t>(x_dims[1] * taps));
    for (size_t k = 0; k < read.size(); ++k) {
      const int64_t channel = static_cast<int64_t>(k) / taps, tap = static_cast<int64_t>(k) % taps;
      const int64_t at = channel / (x_dims[1] / groups) * taps + tap;
      const auto place = static_cast<double>(row + tap / w_dims[3] * dilations[2]);
      const auto across = static_cast<double>(column + tap % w_dims[3] * dilations[3]);
      const double value = BetweenElements(x + channel * x_dims[2] * x_dims[3], x_dims[2], x_dims[3],
                                           place + offset(all + at), across + offset(at));
      read[k] = modulated ? value * offset(2 * all + at) : value;
    }
    return read;
  }
};
OPDK_CPU_KERNEL(DeformableConv2D, DeformableConv2DCpuKernel);

}  // namespace

}  // namespace aicpu
