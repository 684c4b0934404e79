#include <array>
#include <span>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/image/crop_places.h"

namespace {

// Calls visit(box, row, column, place in y, place in x) for each element of the crops that lies in its image.
template <typename Visit>
void VisitCrops(const opdk::ImageBatch& images, const opdk::ImageBatch& crops, std::span<const float> boxes,
                bool nearest, const Visit& visit) {
  for (int64_t box = 0; box < crops.count; ++box) {
    const float* edges = boxes.data() + box * 4;
    const opdk::CropAxis down(edges[0], edges[2], images.height, crops.height);
    const opdk::CropAxis across(edges[1], edges[3], images.width, crops.width);
    for (int64_t row = 0; row < crops.height; ++row) {
      const auto y = down.Place(row, nearest);
      for (int64_t column = 0; y && column < crops.width; ++column) {
        const auto x = across.Place(column, nearest);
        if (x) visit(box, row, column, *y, *x);
      }
    }
  }
}

template <typename To>
uint32_t GradImage(const aicpu::CpuKernelContext& ctx) {
  const opdk::ImageBatch images(opdk::DimsOf(ctx.Output(0)), ctx.Input(0));
  const opdk::ImageBatch crops(opdk::DimsOf(ctx.Input(0)), ctx.Input(0));
  const auto index = opdk::IntValues(ctx.Input(2));
  const float* grads = opdk::Values<const float>(ctx.Input(0)).data();
  std::vector<double> sums(static_cast<size_t>(ctx.Output(0)->NumElements()), 0);
  const bool nearest = opdk::StringAttr(ctx, "method", "bilinear") == "nearest";
  const auto add = [&](int64_t box, int64_t row, int64_t column, const opdk::CropPlace& y, const opdk::CropPlace& x) {
    const opdk::CropCorners corners(images, index[static_cast<size_t>(box)], y, x);
    for (int64_t c = 0; c < images.channels; ++c) {
      const auto grad = static_cast<double>(grads[crops.At(box, row, column) + c * crops.channel]);
      for (size_t k = 0; k < 4; ++k) {
        if (corners.weight[k] == 0) continue;
        sums[static_cast<size_t>(corners.at[k] + c * images.channel)] += corners.weight[k] * grad;
      }
    }
  };
  VisitCrops(images, crops, opdk::Values<const float>(ctx.Input(1)), nearest, add);
  To* y = opdk::Values<To>(ctx.Output(0)).data();
  for (const double sum : sums) *y++ = opdk::SafeCast<To>(sum);
  return opdk::kKernelOk;
}

// Returns how far the place of element i of a crop of `count` moves per unit of the start, and of the end.
std::array<double, 2> EdgeShares(int64_t i, int64_t count, int64_t extent) {
  const auto last = static_cast<double>(extent - 1);
  if (count <= 1) return {0.5 * last, 0.5 * last};
  const double end = static_cast<double>(i) * last / static_cast<double>(count - 1);
  return {last - end, end};
}

template <typename T>
uint32_t GradBoxes(const aicpu::CpuKernelContext& ctx) {
  const opdk::ImageBatch images(opdk::DimsOf(ctx.Input(1)), ctx.Input(1));
  const opdk::ImageBatch crops(opdk::DimsOf(ctx.Input(0)), ctx.Input(1));
  const auto index = opdk::IntValues(ctx.Input(3));
  const float* grads = opdk::Values<const float>(ctx.Input(0)).data();
  const T* values = opdk::Values<const T>(ctx.Input(1)).data();
  const auto y = opdk::Values<float>(ctx.Output(0));
  std::vector<double> sums(y.size(), 0);
  const auto add = [&](int64_t box, int64_t row, int64_t column, const opdk::CropPlace& at_y,
                       const opdk::CropPlace& at_x) {
    const opdk::CropCorners corners(images, index[static_cast<size_t>(box)], at_y, at_x);
    const auto below = static_cast<double>(at_y.share), right = static_cast<double>(at_x.share);
    double down = 0, across = 0;
    for (int64_t c = 0; c < images.channels; ++c) {
      const auto grad = static_cast<double>(grads[crops.At(box, row, column) + c * crops.channel]);
      const auto value = [&](size_t k) { return static_cast<double>(values[corners.at[k] + c * images.channel]); };
      down += grad * ((1 - right) * (value(2) - value(0)) + right * (value(3) - value(1)));
      across += grad * ((1 - below) * (value(1) - value(0)) + below * (value(3) - value(2)));
    }
    const auto of_y = EdgeShares(row, crops.height, images.height),
               of_x = EdgeShares(column, crops.width, images.width);
    double* own = sums.data() + box * 4;
    own[0] += down * of_y[0];
    own[1] += across * of_x[0];
    own[2] += down * of_y[1];
    own[3] += across * of_x[1];
  };
  VisitCrops(images, crops, opdk::Values<const float>(ctx.Input(2)), false, add);
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(sums[i]);
  return opdk::kKernelOk;
}

}  // namespace

namespace aicpu {

class CropAndResizeGradImageCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (const uint32_t inside = opdk::CheckBoxes(ctx.Input(2), opdk::DimsOf(ctx.Output(0))[0]);
        inside != opdk::kKernelOk)
      return inside;
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    return opdk::Dispatch(opdk::Types<float, opdk::Half, double>(), ctx.Output(0)->GetDataType(),
                          [&]<typename To>() { return GradImage<To>(ctx); });
  }
};
OPDK_CPU_KERNEL(CropAndResizeGradImage, CropAndResizeGradImageCpuKernel);

class CropAndResizeGradBoxesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (const uint32_t inside = opdk::CheckBoxes(ctx.Input(3), opdk::DimsOf(ctx.Input(1))[0]);
        inside != opdk::kKernelOk)
      return inside;
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    using ImageTypes = opdk::Types<float, opdk::Half, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t>;
    return opdk::Dispatch(ImageTypes(), ctx.Input(1)->GetDataType(), [&]<typename T>() { return GradBoxes<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(CropAndResizeGradBoxes, CropAndResizeGradBoxesCpuKernel);

}  // namespace aicpu
