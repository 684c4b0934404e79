// What a run says of the preprocessing of its images (dynamic AIPP): the bytes of a model's input, an AippHeader and an
// AippImage for each image. Whoever writes them has acl/acl_mdl.h's functions; the operator DynamicAipp reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/visibility.h"

namespace opdk {

// Bytes of others are read as these: only 32-bit numbers, the machine's byte order.
struct AippHeader {
  int32_t version = 1;
  int32_t images = 0;
  int32_t format = 0;             // acl/acl_mdl.h's aclAippInputFormat
  int32_t width = 0, height = 0;  // of each image, one behind the other
  int32_t converts_colours = 0;
  int32_t matrix[9] = {};  // by rows, in 256ths
  int32_t output_bias[3] = {};
  int32_t input_bias[3] = {};
  int32_t swaps_red_and_blue = 0;
  int32_t reserved[2] = {};
};

struct AippImage {
  int32_t crops = 0, left = 0, top = 0, width = 0, height = 0;
  int32_t resizes = 0, from_width = 0, from_height = 0, to_width = 0, to_height = 0;
  int32_t pads = 0, above = 0, below = 0, before = 0, behind = 0;
  int32_t mean[4] = {};
  float minimum[4] = {};
  float reciprocal[4] = {1, 1, 1, 1};  // of the variance
  int32_t reserved = 0;
};

static_assert(sizeof(AippHeader) == 96 && sizeof(AippImage) == 112);

inline constexpr int32_t kAippVersion = 1;
inline constexpr int64_t kMostAippImages = 4096;

// Formats of images, as CANN numbers them.
inline constexpr int32_t kAippYuv420sp = 1, kAippRgb888 = 3, kAippYuv400 = 4;

// Returns how many images parameters of so many bytes are of, -1 where that is no number of them.
inline int64_t AippImagesOf(int64_t bytes) {
  const int64_t each = sizeof(AippImage), rest = bytes - static_cast<int64_t>(sizeof(AippHeader));
  return rest < each || rest % each != 0 ? -1 : rest / each;
}
inline size_t AippBytes(int64_t images) { return sizeof(AippHeader) + static_cast<size_t>(images) * sizeof(AippImage); }

struct AippParameters {
  AippHeader header;
  std::vector<AippImage> images;
};

// What the model's operators take, and in how many bytes the images are given.
struct AippTarget {
  int64_t images = 0, channels = 0, height = 0, width = 0;
  int64_t image_bytes = 0;  // of all of them, at most
};

// The part of an image that is taken, and the extents that it has afterwards.
struct AippExtents {
  int64_t left = 0, top = 0, width = 0, height = 0;
  int64_t to_width = 0, to_height = 0;
};
OPDK_API AippExtents ExtentsOf(const AippHeader& header, const AippImage& image);
// Of one image.
OPDK_API int64_t AippImageBytes(const AippHeader& header);

// Returns "" or what is wrong with parameters: a field is out of its range, or they don't lead from images to what the
// model takes. They may be of more images than it takes. One channel is the first one.
OPDK_API std::string CheckAipp(const AippParameters& parameters, const AippTarget& target);
// The parts of it that need no target.
OPDK_API std::string CheckAippHeader(const AippHeader& header);
OPDK_API std::string CheckAippImage(const AippImage& image);

// "" or why the bytes are no parameters: they are of another size than those of `images` images, or of another version.
OPDK_API std::string ReadAipp(std::string_view bytes, int64_t images, AippParameters& parameters);
// `to`: AippBytes of them.
OPDK_API void WriteAipp(const AippParameters& parameters, void* to);

}  // namespace opdk
