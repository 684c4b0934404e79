#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns the elements [first, second) of one axis that belong to bin `bin` of `bins` of a region.
std::pair<int64_t, int64_t> BinOfRegion(double begin, double end, int64_t bin, int64_t bins, int64_t extent) {
  const double first = std::round(begin), length = std::max(std::round(end) - first + 1, 1.0);
  const auto at = [&](double place) {
    return static_cast<int64_t>(std::clamp(first + place, 0.0, static_cast<double>(extent)));
  };
  // Whole numbers are divided last: a border between elements is exact.
  const auto border = [&](int64_t bins_before) {
    return static_cast<double>(bins_before) * length / static_cast<double>(bins);
  };
  return {at(std::floor(border(bin))), at(std::ceil(border(bin + 1)))};
}

class RoiPoolingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Pool<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Pool(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(0)), out = opdk::DimsOf(ctx.Output(0));
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    const std::vector<double> rois = opdk::FloatValues(ctx.Input(1));
    const uint32_t inside = opdk::RequireImages("rois", rois, opdk::DimsOf(ctx.Input(1)), dims[0]);
    if (inside != opdk::kKernelOk) return inside;
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    // 5 times the float 0.7 is 3.5 in float, less in double.
    using C = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const auto high = static_cast<C>(opdk::FloatAttr(ctx, "spatial_scale_h", 1));
    const auto wide = static_cast<C>(opdk::FloatAttr(ctx, "spatial_scale_w", 1));
    const auto scaled = [](double corner, C scale) { return static_cast<double>(static_cast<C>(corner) * scale); };
    for (int64_t region = 0; region < out[0]; ++region) {
      const double* roi = rois.data() + region * 5;
      const bool finite = std::all_of(roi + 1, roi + 5, [](double value) { return std::fabs(value) < 1e9; });
      if (!finite || std::isnan(high * wide)) {
        y = std::fill_n(y, out[1] * out[2] * out[3], T(0));
        continue;
      }
      const T* image = x + static_cast<int64_t>(roi[0]) * dims[1] * dims[2] * dims[3];
      for (int64_t i = 0; i < out[1] * out[2] * out[3]; ++i) {
        const int64_t column = i % out[3], row = i / out[3] % out[2], channel = i / out[3] / out[2];
        const auto rows = BinOfRegion(scaled(roi[2], high), scaled(roi[4], high), row, out[2], dims[2]);
        const auto columns = BinOfRegion(scaled(roi[1], wide), scaled(roi[3], wide), column, out[3], dims[3]);
        *y++ = Greatest(image + channel * dims[2] * dims[3], dims[3], rows, columns);
      }
    }
    return opdk::kKernelOk;
  }

  // Returns the greatest element. NaN wins.
  template <typename T>
  static T Greatest(const T* plane, int64_t stride, std::pair<int64_t, int64_t> rows,
                    std::pair<int64_t, int64_t> columns) {
    if (rows.first >= rows.second || columns.first >= columns.second) return T(0);
    T greatest = plane[rows.first * stride + columns.first];
    for (int64_t row = rows.first; row < rows.second; ++row) {
      for (int64_t column = columns.first; column < columns.second; ++column) {
        const T value = plane[row * stride + column];
        if (!(value <= greatest) && greatest == greatest) greatest = value;
      }
    }
    return greatest;
  }
};
OPDK_CPU_KERNEL(ROIPooling, RoiPoolingCpuKernel);

}  // namespace

}  // namespace aicpu
