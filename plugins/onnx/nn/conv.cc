#include <string>
#include <vector>

#include "plugins/onnx/nn/spatial_axes.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Turns two spatial axes into Conv2D, three into Conv3D. A node that these can't express (other ranks, padding that
// depends on x) stays ONNX's Conv. So does a faulty node, because Conv's shape rule names the fault.
Status UpgradeConv(UpgradeContext& context) {
  const int rank = context.values().Rank(context.Input(1)).value_or(0);
  if (rank < 3 || context.node().inputs.size() > 3) return {};
  const auto spatial = static_cast<size_t>(rank - 2);
  const auto window = SpatialWindowOf(context, spatial);
  const auto kernel = KnownExtents(context, 1, spatial);
  if (!window || window->same_upper || !kernel) return {};
  if (context.Get<Ints>("kernel_shape").value_or(*kernel) != *kernel) return {};
  BecomeIr(context, spatial == 2 ? "Conv2D" : "Conv3D", context.node().inputs,
           {{"strides", window->strides},
            {"pads", window->pads},
            {"dilations", window->dilations},
            {"groups", context.IntOr("group", 1)},
            {"data_format", ChannelsFirst(spatial)}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Conv, 1);
OPDK_UPGRADE_ONNX(UpgradeConv, "Conv");

}  // namespace opdk::onnx_plugin
