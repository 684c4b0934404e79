// Parameters of the preprocessing of images that a run gives (dynamic AIPP). They are the bytes of a model's input: an
// AippHeader, then an AippImage for each image. acl/acl_mdl.h's functions write them, the operator DynamicAipp reads
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/visibility.h"

namespace opdk {

// Header of the bytes. The bytes may come from any caller, so all fields are 32-bit numbers in the machine's byte
// order.
struct AippHeader {
  int32_t version = 1;
  int32_t images = 0;
  int32_t format = 0;             // acl/acl_mdl.h's aclAippInputFormat
  int32_t width = 0, height = 0;  // of each image; the images lie one behind the other
  int32_t converts_colours = 0;
  int32_t matrix[9] = {};  // row by row, in units of 1/256
  int32_t output_bias[3] = {};
  int32_t input_bias[3] = {};
  int32_t swaps_red_and_blue = 0;
  int32_t reserved[2] = {};
};

// Preprocessing of one image: cropping, resizing, (pixel - mean - minimum) * reciprocal for each channel, then padding
// with zeros.
struct AippImage {
  int32_t crops = 0, left = 0, top = 0, width = 0, height = 0;
  int32_t resizes = 0, from_width = 0, from_height = 0, to_width = 0, to_height = 0;
  int32_t pads = 0, above = 0, below = 0, before = 0, behind = 0;
  int32_t mean[4] = {};
  float minimum[4] = {};
  float reciprocal[4] = {1, 1, 1, 1};  // 1 / variance of each channel
  int32_t reserved = 0;
};

static_assert(sizeof(AippHeader) == 96 && sizeof(AippImage) == 112);

inline constexpr int32_t kAippVersion = 1;
inline constexpr int64_t kMostAippImages = 4096;

// Largest mean and minimum of pixels (the least is 0), and largest magnitude of the reciprocal of a variance,
// float16's.
inline constexpr int32_t kMostAippPixel = 255;
inline constexpr float kMostAippReciprocal = 65504;

// Formats of images, as CANN numbers them.
inline constexpr int32_t kAippYuv420sp = 1, kAippRgb888 = 3, kAippYuv400 = 4;

// Returns the number of images whose parameters take `bytes` bytes; -1 when no number of images does.
inline int64_t AippImagesOf(int64_t bytes) {
  const int64_t each = sizeof(AippImage), rest = bytes - static_cast<int64_t>(sizeof(AippHeader));
  return rest < each || rest % each != 0 ? -1 : rest / each;
}
// Returns the bytes that the parameters of `images` images take.
inline size_t AippBytes(int64_t images) { return sizeof(AippHeader) + static_cast<size_t>(images) * sizeof(AippImage); }

struct AippParameters {
  AippHeader header;
  std::vector<AippImage> images;
};

// Extents of the model's input behind the preprocessing, and the size of the images before it.
struct AippTarget {
  int64_t images = 0, channels = 0, height = 0, width = 0;
  int64_t image_bytes = 0;  // largest size of all images together
};

// The cropped part of an image, and its extents after resizing, in pixels.
struct AippExtents {
  int64_t left = 0, top = 0, width = 0, height = 0;
  int64_t to_width = 0, to_height = 0;
};
// Returns the extents of an image whose parameters are valid.
OPDK_API AippExtents ExtentsOf(const AippHeader& header, const AippImage& image);
// Returns the bytes of one image.
OPDK_API int64_t AippImageBytes(const AippHeader& header);

// Checks parameters and returns "" or the first problem: a field is out of its range, or the preprocessing doesn't give
// the target's extents. There may be parameters of more images than the target has. A target of one channel takes the
// first channel.
OPDK_API std::string CheckAipp(const AippParameters& parameters, const AippTarget& target);
// Checks the fields of a header, without a target. Returns "" or the first problem.
OPDK_API std::string CheckAippHeader(const AippHeader& header);
// Checks the fields of an image, without a target. Returns "" or the first problem.
OPDK_API std::string CheckAippImage(const AippImage& image);

// Reads parameters. Returns "" or the problem: the size isn't that of `images` images, or the version is another.
OPDK_API std::string ReadAipp(std::string_view bytes, int64_t images, AippParameters& parameters);
// Writes parameters to `to`, which has AippBytes(images) bytes.
OPDK_API void WriteAipp(const AippParameters& parameters, void* to);

}  // namespace opdk
