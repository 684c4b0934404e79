#include <string>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/image/crop_places.h"

namespace {

// Sums the corners by their weights. A weight of 0 reads nothing, because a number that isn't finite must not spread.
template <typename T>
double CropSum(const T* x, const opdk::CropCorners& corners) {
  double sum = 0;
  for (size_t k = 0; k < 4; ++k) {
    if (corners.weight[k] != 0) sum += corners.weight[k] * static_cast<double>(x[corners.at[k]]);
  }
  return sum;
}

template <typename T, typename To>
uint32_t CropImages(const aicpu::CpuKernelContext& ctx) {
  const opdk::ImageBatch images(opdk::DimsOf(ctx.Input(0)), ctx.Input(0));
  const opdk::ImageBatch crops(opdk::DimsOf(ctx.Output(0)), ctx.Input(0));
  const auto boxes = opdk::FloatValues(ctx.Input(1));
  const auto index = opdk::IntValues(ctx.Input(2));
  const bool nearest = opdk::StringAttr(ctx, "method", "bilinear") == "nearest";
  const To outside = opdk::SafeCast<To>(opdk::FloatAttr(ctx, "extrapolation_value", 0));
  const T* x = opdk::Values<const T>(ctx.Input(0)).data();
  To* y = opdk::Values<To>(ctx.Output(0)).data();
  const int64_t cost = crops.width * crops.channels * 8;
  return opdk::ParallelRange(ctx, crops.count * crops.height, cost, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t box = row / crops.height;
      const auto edge = [&](int64_t k) { return static_cast<float>(boxes[static_cast<size_t>(box * 4 + k)]); };
      const opdk::CropAxis down(edge(0), edge(2), images.height, crops.height);
      const opdk::CropAxis across(edge(1), edge(3), images.width, crops.width);
      const auto at_row = down.Place(row % crops.height, nearest);
      for (int64_t column = 0; column < crops.width; ++column) {
        const auto at_column = across.Place(column, nearest);
        To* result = y + crops.At(box, row % crops.height, column);
        for (int64_t c = 0; c < crops.channels; ++c, result += crops.channel) {
          *result = outside;
          if (!at_row || !at_column) continue;
          const opdk::CropCorners corners(images, index[static_cast<size_t>(box)], *at_row, *at_column);
          *result = opdk::SafeCast<To>(CropSum(x + c * images.channel, corners));
        }
      }
    }
  });
}

}  // namespace

namespace aicpu {

class CropAndResizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (const uint32_t inside = opdk::CheckBoxes(ctx.Input(2), opdk::DimsOf(ctx.Input(0))[0]);
        inside != opdk::kKernelOk)
      return inside;
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    using ImageTypes = opdk::Types<float, opdk::Half, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t>;
    return opdk::Dispatch(ImageTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::Types<float, opdk::Half, uint8_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename To>() { return CropImages<T, To>(ctx); });
    });
  }
};
OPDK_CPU_KERNEL(CropAndResize, CropAndResizeCpuKernel);
OPDK_CPU_KERNEL(CropAndResizeD, CropAndResizeCpuKernel);
OPDK_CPU_KERNEL(CropAndResizeV2, CropAndResizeCpuKernel);

}  // namespace aicpu
