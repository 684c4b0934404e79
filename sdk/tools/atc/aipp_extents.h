// Extents of an image on its way to a model's input, as a static AIPP configuration gives them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"
#include "sdk/tools/atc/aipp.pb.h"

namespace opdk::atc {

// Axes of a model's input of images.
struct ImageAxes {
  size_t channels = 1, height = 2, width = 3;
};

// Extents of an image at each step to the model's input. -1: only a run knows the extent.
struct AippExtents {
  int64_t height = 0, width = 0;  // of the image
  int64_t top = 0, left = 0;      // of the part that is cropped
  int64_t crop_height = 0, crop_width = 0;
  bool resized = false;
  int64_t resized_height = 0, resized_width = 0;
  int64_t above = 0, below = 0, before = 0, behind = 0;  // of padding
};

// Channels of an image of the configuration's format.
int64_t ImageChannels(const Aipp& aipp);

// Returns the extents for an input of this height and width. E1001: they don't fit, or the configuration leaves an
// extent open that the input leaves open, too.
Result<AippExtents> ExtentsOf(const Aipp& aipp, int64_t height, int64_t width);

// Returns the shape of a batch of images, as the model takes them.
std::vector<int64_t> ImageShape(const Aipp& aipp, const AippExtents& extents, int64_t batch);

// Finds the axes of an input of images. If the description's format and the extents don't tell them, `channels_last`
// decides. E1001: the input has neither `channels` channels nor one, or isn't of float or float16.
Result<ImageAxes> AxesOf(const Node& data, int64_t channels, bool channels_last);

}  // namespace opdk::atc
