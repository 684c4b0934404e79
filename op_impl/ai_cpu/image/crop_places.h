// Boxes of batches of images and the places in them that elements of their crops are taken from, in TensorFlow's
// roundings.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Extents and strides of a batch of images. Images without a format are NHWC.
struct ImageBatch {
  ImageBatch(const std::vector<int64_t>& dims, const aicpu::Tensor* formatted) {
    const bool first = formatted->GetTensorShape()->GetFormat() == aicpu::FORMAT_NCHW;
    count = dims[0];
    height = dims[first ? 2 : 1];
    width = dims[first ? 3 : 2];
    channels = dims[first ? 1 : 3];
    column = first ? 1 : channels;
    row = width * column;
    channel = first ? width * height : 1;
  }
  int64_t At(int64_t image, int64_t y, int64_t x) const {
    return image * height * width * channels + y * row + x * column;
  }

  int64_t count, height, width, channels;
  int64_t row, column, channel;  // strides
};

// A place between two elements of an axis. `share`: the upper element's share.
struct CropPlace {
  int64_t low, high;
  float share;
};

// An axis of a box from `start` to `end` (0 and 1: the first and the last element).
struct CropAxis {
  CropAxis(float box_start, float box_end, int64_t image_extent, int64_t crop_extent)
      : start(box_start), end(box_end), extent(image_extent), last(static_cast<float>(image_extent - 1)) {
    if (crop_extent > 1) step = (end - start) * last / static_cast<float>(crop_extent - 1);
    single = crop_extent <= 1;
  }

  // Returns the place of element i. Empty: the element is outside of the image.
  std::optional<CropPlace> Place(int64_t i, bool nearest) const {
    const float at = single ? static_cast<float>(0.5 * static_cast<double>(start + end) * static_cast<double>(last))
                            : start * last + static_cast<float>(i) * step;
    if (!(at >= 0 && at <= last)) return std::nullopt;
    if (nearest) {
      const auto closest = static_cast<int64_t>(std::round(at));
      return CropPlace{closest, closest, 0};
    }
    return CropPlace{static_cast<int64_t>(std::floor(at)), static_cast<int64_t>(std::ceil(at)), at - std::floor(at)};
  }

  float start, end;
  int64_t extent;
  float last, step = 0;
  bool single;
};

// The four elements (top left and right, bottom left and right) of an image around a place, and their shares.
struct CropCorners {
  CropCorners(const ImageBatch& images, int64_t image, const CropPlace& y, const CropPlace& x)
      : at{images.At(image, y.low, x.low), images.At(image, y.low, x.high), images.At(image, y.high, x.low),
           images.At(image, y.high, x.high)} {
    const double below = static_cast<double>(y.share), right = static_cast<double>(x.share);
    weight = {(1 - below) * (1 - right), (1 - below) * right, below * (1 - right), below * right};
  }
  std::array<int64_t, 4> at;
  std::array<double, 4> weight;
};

// Checks that each box is one of an image of the batch.
inline uint32_t CheckBoxes(const aicpu::Tensor* box_index, int64_t images) {
  return RequireAllInside("box_index", box_index, images);
}

}  // namespace opdk
