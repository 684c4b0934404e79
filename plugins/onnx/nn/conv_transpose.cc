#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "plugins/onnx/nn/spatial_axes.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Pads and output_padding where output_shape or auto_pad says y's extents, not they; false where x's, which then
// decide, aren't known.
bool FitToExtents(UpgradeContext& context, const Ints& kernel, SpatialWindow& window, Ints& padding) {
  const auto in = KnownExtents(context, 0, kernel.size());
  const Ints wanted = context.Get<Ints>("output_shape").value_or(Ints());
  if (!in || (!wanted.empty() && wanted.size() != kernel.size())) return false;
  for (size_t i = 0; i < kernel.size(); ++i) {
    const int64_t stride = window.strides[i + 2];
    const int64_t reach = ((*in)[i] - 1) * stride + (kernel[i] - 1) * window.dilations[i + 2] + 1;
    const int64_t extent = wanted.empty() ? (*in)[i] * stride : wanted[i];
    const int64_t cut = std::max<int64_t>(reach + padding[i] - extent, 0);
    const int64_t begin = window.same_upper ? cut / 2 : cut - cut / 2;
    window.pads[2 * i] = begin;
    window.pads[2 * i + 1] = std::max<int64_t>(reach - begin - extent, 0);
    padding[i] = std::max<int64_t>(extent - (reach - begin), 0);
  }
  return true;
}

// Turns two spatial axes into Conv2DTransposeD, three into Conv3DTransposeD. A node that these can't express (other
// ranks, extents that depend on x, padding of a stride or more) stays ONNX's ConvTranspose. So does a faulty node,
// because ConvTranspose's shape rule names the fault.
Status UpgradeConvTranspose(UpgradeContext& context) {
  const int rank = context.values().Rank(context.Input(1)).value_or(0);
  if (rank < 3 || context.node().inputs.size() > 3) return {};
  const auto spatial = static_cast<size_t>(rank - 2);
  auto window = SpatialWindowOf(context, spatial);
  const auto kernel = KnownExtents(context, 1, spatial);
  if (!window || !kernel || context.Get<Ints>("kernel_shape").value_or(*kernel) != *kernel) return {};
  Ints padding = context.Get<Ints>("output_padding").value_or(Ints(spatial, 0));
  if (padding.empty()) padding.assign(spatial, 0);
  if (padding.size() != spatial) return {};
  const bool derived = window->same_upper || !context.Get<Ints>("output_shape").value_or(Ints()).empty();
  if (derived && !FitToExtents(context, *kernel, *window, padding)) return {};
  for (size_t i = 0; i < spatial; ++i) {
    if (padding[i] < 0 || padding[i] >= window->strides[i + 2]) return {};
  }
  padding.insert(padding.begin(), {0, 0});
  BecomeIr(context, spatial == 2 ? "Conv2DTransposeD" : "Conv3DTransposeD", context.node().inputs,
           {{"input_size", Ints(spatial + 2, 0)},
            {"strides", window->strides},
            {"pads", window->pads},
            {"dilations", window->dilations},
            {"groups", context.IntOr("group", 1)},
            {"data_format", ChannelsFirst(spatial)},
            {"output_padding", padding}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(ConvTranspose, 1);
OPDK_UPGRADE_ONNX(UpgradeConvTranspose, "ConvTranspose");

}  // namespace opdk::onnx_plugin
