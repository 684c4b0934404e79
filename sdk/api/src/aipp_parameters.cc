#include "opdk/aipp_parameters.h"

#include <fmt/format.h>

#include <cstring>

namespace opdk {
namespace {

// As static AIPP has it: the extents of an image, a factor of a matrix, a bias, a mean.
constexpr int64_t kMostPixels = 65536;

bool IsSwitch(int32_t value) { return value == 0 || value == 1; }
// Returns whether a 32-bit number of either kind lies within the bounds. NaN is nowhere.
bool IsWithin(double value, double low, double high) { return value >= low && value <= high; }
bool IsOdd(int64_t value) { return value % 2 != 0; }

std::string NotWithin(std::string_view what, double value, double low, double high) {
  return fmt::format("{} is {}, it must be in [{}, {}]", what, value, low, high);
}
std::string NotASwitch(std::string_view what, int32_t value) {
  return fmt::format("{} is {}, it must be 0 or 1", what, value);
}

int64_t ChannelsOf(const AippHeader& header) { return header.format == kAippYuv400 ? 1 : 3; }

std::string CheckPlaces(const AippHeader& header, const AippImage& image, const AippTarget& target) {
  const AippExtents e = ExtentsOf(header, image);
  if (e.left + e.width > header.width || e.top + e.height > header.height) {
    return fmt::format("what is cropped, {} x {} from {}, {} on, lies outside of an image of {} x {}", e.height,
                       e.width, e.top, e.left, header.height, header.width);
  }
  const bool odd =
      IsOdd(header.width) || IsOdd(header.height) || IsOdd(e.left) || IsOdd(e.top) || IsOdd(e.width) || IsOdd(e.height);
  if (header.format == kAippYuv420sp && odd) return "extents and places of YUV420SP_U8 are even";
  if (image.resizes != 0 && (image.from_width != e.width || image.from_height != e.height)) {
    return fmt::format("what is resized is said to be {} x {}, and is {} x {}", image.from_height, image.from_width,
                       e.height, e.width);
  }
  int64_t height = e.to_height, width = e.to_width;
  if (image.pads != 0) {
    height += int64_t{image.above} + image.below;
    width += int64_t{image.before} + image.behind;
  }
  if (height == target.height && width == target.width) return "";
  return fmt::format("the image gives {} x {}, and the model takes {} x {}", height, width, target.height,
                     target.width);
}

}  // namespace

AippExtents ExtentsOf(const AippHeader& header, const AippImage& image) {
  AippExtents e;
  e.width = header.width;
  e.height = header.height;
  if (image.crops != 0) e = {image.left, image.top, image.width, image.height, 0, 0};
  e.to_width = image.resizes != 0 ? image.to_width : e.width;
  e.to_height = image.resizes != 0 ? image.to_height : e.height;
  return e;
}

int64_t AippImageBytes(const AippHeader& header) {
  const int64_t pixels = int64_t{header.width} * header.height;
  if (header.format == kAippYuv420sp) return pixels * 3 / 2;
  return pixels * ChannelsOf(header);
}

std::string CheckAippHeader(const AippHeader& header) {
  if (!IsWithin(header.images, 1, kMostAippImages)) {
    return NotWithin("the number of images", header.images, 1, kMostAippImages);
  }
  const bool known = header.format == kAippYuv420sp || header.format == kAippRgb888 || header.format == kAippYuv400;
  if (!known) {
    return fmt::format("the format of images is {}: RGB888_U8 ({}), YUV400_U8 ({}) and YUV420SP_U8 ({}) are there",
                       header.format, kAippRgb888, kAippYuv400, kAippYuv420sp);
  }
  if (!IsWithin(header.width, 1, kMostPixels)) return NotWithin("an image's width", header.width, 1, kMostPixels);
  if (!IsWithin(header.height, 1, kMostPixels)) return NotWithin("an image's height", header.height, 1, kMostPixels);
  if (!IsSwitch(header.converts_colours)) return NotASwitch("the switch of colours", header.converts_colours);
  if (!IsSwitch(header.swaps_red_and_blue)) return NotASwitch("the switch of swapping", header.swaps_red_and_blue);
  if (ChannelsOf(header) != 3 && header.converts_colours != 0) return "conversion of colours needs three channels";
  if (ChannelsOf(header) != 3 && header.swaps_red_and_blue != 0) return "swapping channels needs three";
  for (const int32_t factor : header.matrix) {
    if (!IsWithin(factor, INT16_MIN, INT16_MAX)) return NotWithin("a factor of colours", factor, INT16_MIN, INT16_MAX);
  }
  for (size_t i = 0; i < 3; ++i) {
    for (const int32_t bias : {header.input_bias[i], header.output_bias[i]}) {
      if (!IsWithin(bias, 0, UINT8_MAX)) return NotWithin("a bias of colours", bias, 0, UINT8_MAX);
    }
  }
  return "";
}

std::string CheckAippImage(const AippImage& image) {
  for (const int32_t given : {image.crops, image.resizes, image.pads}) {
    if (!IsSwitch(given)) return NotASwitch("a switch of an image", given);
  }
  if (image.crops != 0) {
    for (const int32_t place : {image.left, image.top}) {
      if (!IsWithin(place, 0, kMostPixels)) return NotWithin("where cropping starts", place, 0, kMostPixels);
    }
    for (const int32_t extent : {image.width, image.height}) {
      if (!IsWithin(extent, 1, kMostPixels)) return NotWithin("an extent of cropping", extent, 1, kMostPixels);
    }
  }
  if (image.resizes != 0) {
    for (const int32_t extent : {image.from_width, image.from_height, image.to_width, image.to_height}) {
      if (!IsWithin(extent, 1, kMostPixels)) return NotWithin("an extent of resizing", extent, 1, kMostPixels);
    }
  }
  if (image.pads != 0) {
    for (const int32_t extent : {image.above, image.below, image.before, image.behind}) {
      if (!IsWithin(extent, 0, kMostPixels)) return NotWithin("an extent of padding", extent, 0, kMostPixels);
    }
  }
  for (size_t i = 0; i < 4; ++i) {
    if (!IsWithin(image.mean[i], 0, kMostAippPixel)) return NotWithin("a mean", image.mean[i], 0, kMostAippPixel);
    if (!IsWithin(image.minimum[i], 0, kMostAippPixel)) {
      return NotWithin("a minimum", image.minimum[i], 0, kMostAippPixel);
    }
    if (!IsWithin(image.reciprocal[i], -kMostAippReciprocal, kMostAippReciprocal)) {
      return NotWithin("a reciprocal of the variance", image.reciprocal[i], -kMostAippReciprocal, kMostAippReciprocal);
    }
  }
  return "";
}

std::string CheckAipp(const AippParameters& parameters, const AippTarget& target) {
  const AippHeader& header = parameters.header;
  if (std::string wrong = CheckAippHeader(header); !wrong.empty()) return wrong;
  if (header.images < target.images || parameters.images.size() < static_cast<size_t>(target.images)) {
    return fmt::format("they are of {} images, and the model takes {}", header.images, target.images);
  }
  if (ChannelsOf(header) != target.channels && target.channels != 1) {
    return fmt::format("the images have {} channels, and the model takes {}", ChannelsOf(header), target.channels);
  }
  if (const int64_t bytes = AippImageBytes(header) * target.images; bytes > target.image_bytes) {
    return fmt::format("the images have {} bytes, the model was made for at most {} (max_src_image_size)", bytes,
                       target.image_bytes);
  }
  for (size_t i = 0; i < static_cast<size_t>(target.images); ++i) {
    std::string wrong = CheckAippImage(parameters.images[i]);
    if (wrong.empty()) wrong = CheckPlaces(header, parameters.images[i], target);
    if (!wrong.empty()) return fmt::format("image {}: {}", i, wrong);
  }
  return "";
}

std::string ReadAipp(std::string_view bytes, int64_t images, AippParameters& parameters) {
  if (!IsWithin(images, 1, kMostAippImages)) return NotWithin("the number of images", images, 1, kMostAippImages);
  if (bytes.size() != AippBytes(images)) {
    return fmt::format("parameters of {} images have {} bytes, these have {}", images, AippBytes(images), bytes.size());
  }
  std::memcpy(&parameters.header, bytes.data(), sizeof(AippHeader));
  if (parameters.header.version != kAippVersion) {
    return fmt::format("the parameters are of version {}, which is {} here: aclmdlSetInputAIPP writes them",
                       parameters.header.version, kAippVersion);
  }
  parameters.images.resize(static_cast<size_t>(images));
  std::memcpy(parameters.images.data(), bytes.data() + sizeof(AippHeader), bytes.size() - sizeof(AippHeader));
  return "";
}

void WriteAipp(const AippParameters& parameters, void* to) {
  auto* bytes = static_cast<char*>(to);
  std::memcpy(bytes, &parameters.header, sizeof(AippHeader));
  std::memcpy(bytes + sizeof(AippHeader), parameters.images.data(), parameters.images.size() * sizeof(AippImage));
}

}  // namespace opdk
