// Batches of images and volumes in the order of data_format, plane by plane.
#pragma once

#include <string>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// The places of pixels in planes.
struct ImagePlanes {
  ImagePlanes(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& dims) {
    const bool channels_last = StringAttr(ctx, "data_format", "NHWC").back() == 'C';
    first = channels_last ? 1 : 2;
    spatial = dims.size() - 2;
    channels = channels_last ? dims.back() : dims[1];
    planes = dims[0] * channels;
    for (size_t i = 0; i < spatial; ++i) size *= dims[first + i];
    step = channels_last ? channels : 1;
  }
  // Returns the offset of a pixel. Pixels are counted row by row.
  size_t At(int64_t plane, int64_t pixel) const {
    const int64_t start = step == 1 ? plane * size : plane / channels * channels * size + plane % channels;
    return static_cast<size_t>(start + pixel * step);
  }

  size_t first = 1, spatial = 2;  // the spatial axes: the first, and how many
  int64_t planes = 0, channels = 0;
  int64_t size = 1;  // pixels of a plane
  int64_t step = 1;  // from one pixel to the next
};

}  // namespace opdk
