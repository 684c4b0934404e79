// What several upgrades of TensorFlow's operators do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

// A 0-d int32 constant called after the node.
std::string AddInt32(UpgradeContext& context, const std::string& hint, int32_t value);

// Attribute `name`, which says the type of an output, as attribute `to`: an Int, as some prototypes have it, or a Type.
void TypeToInt(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback);
void TypeToType(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback);

// `value`, whose type isn't int64, as int64.
std::string AsInt64(UpgradeContext& context, const std::string& value);

// `value` with a new dimension of extent 1 at `axis`.
std::string AddUnsqueeze(UpgradeContext& context, const std::string& value, int64_t axis);

// Which of an NHWC or NCHW list's entries are the spatial axes.
struct ImageAxes {
  size_t first = 1;
  size_t spatial = 2;
};
// Of attribute data_format; refuses another one than the two (or three) there are.
Result<ImageAxes> ImageAxesOf(const UpgradeContext& context, size_t spatial);

// The begin and the end of each spatial axis in turn, of a window with `padding`: "SAME", "VALID" or "EXPLICIT" (of all
// axes, explicit_paddings). `kernel`: the window's extents, -1 where unknown. All -1, Ascend IR's SAME, where the
// images' extents decide: the ones that the model declares may be others when it is built.
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
