// Steps that several upgrades of TensorFlow's operators share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

// Adds a 0-d int32 constant called after the node.
std::string AddInt32(UpgradeContext& context, const std::string& hint, int32_t value);

// Converts the attribute `name`, the type of an output, to the attribute `to`: an Int, as some prototypes have it, or a
// Type.
void TypeToInt(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback);
void TypeToType(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback);

// Casts `value`, whose type isn't int64, to int64.
std::string AsInt64(UpgradeContext& context, const std::string& value);

// Inserts a dimension of extent 1 at `axis` of `value`.
std::string AddUnsqueeze(UpgradeContext& context, const std::string& value, int64_t axis);

// The places of the spatial axes in an NHWC or NCHW list.
struct ImageAxes {
  size_t first = 1;
  size_t spatial = 2;
};
// Returns the image's axes by the attribute data_format. E2001: the format is none of the two (or three) known ones.
Result<ImageAxes> ImageAxesOf(const UpgradeContext& context, size_t spatial);

// Returns the padding at the begin and the end of each spatial axis in turn. `padding` is "SAME", "VALID" or "EXPLICIT"
// (explicit_paddings, of all axes). `kernel`: the window's extents, -1 where unknown. Where the images' extents decide,
// all entries are -1 (Ascend IR's SAME), because a build may give other extents than the model declares.
Result<std::vector<int64_t>> PadsOf(UpgradeContext& context, const ImageAxes& axes, const std::vector<int64_t>& kernel,
                                    const std::vector<int64_t>& strides, const std::vector<int64_t>& dilations);
// Returns the extents of `count` axes of a value from `first` on, -1 where unknown. Ask for channels alone, which
// convolutions check when they run: so the extents bind the model to no shape of its inputs.
std::vector<int64_t> ExtentsOf(UpgradeContext& context, const std::string& value, size_t first, size_t count);
// Returns the spatial extents of a filter [spatial axes, C, K]; -1 where an input of the model may bring others.
std::vector<int64_t> KernelOf(UpgradeContext& context, const std::string& filter, size_t spatial);
// Entries of the spatial axes of a list of all axes; 1s where the list is absent.
std::vector<int64_t> SpatialOf(const UpgradeContext& context, const char* attribute, const ImageAxes& axes);

}  // namespace opdk::tensorflow_plugin
