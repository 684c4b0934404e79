#include "plugins/onnx/nn/spatial_axes.h"

#include <algorithm>

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Returns an attribute of `count` numbers, each at least `least`. An absent attribute gives `count` times `least`, a
// faulty one nothing.
std::optional<Ints> ListOf(const UpgradeContext& context, const char* attr, size_t count, int64_t least) {
  Ints list = context.Get<Ints>(attr).value_or(Ints());
  if (list.empty()) list.assign(count, least);
  const bool fits = list.size() == count && std::ranges::all_of(list, [&](int64_t number) { return number >= least; });
  return fits ? std::optional(list) : std::nullopt;
}

}  // namespace

Ints OfAllAxes(const Ints& spatial) {
  Ints list = {1, 1};
  list.insert(list.end(), spatial.begin(), spatial.end());
  return list;
}

std::optional<SpatialWindow> SpatialWindowOf(const UpgradeContext& context, size_t spatial) {
  if (spatial != 2 && spatial != 3) return std::nullopt;
  const auto strides = ListOf(context, "strides", spatial, 1), dilations = ListOf(context, "dilations", spatial, 1);
  auto pads = ListOf(context, "pads", 2 * spatial, 0);
  const std::string auto_pad = context.Get<std::string>("auto_pad").value_or("NOTSET");
  if (auto_pad != "NOTSET") pads = Ints(2 * spatial, 0);
  if (!strides || !dilations || !pads) return std::nullopt;
  if (auto_pad != "NOTSET" && auto_pad != "VALID" && auto_pad != "SAME_UPPER") return std::nullopt;
  SpatialWindow window{OfAllAxes(*strides), OfAllAxes(*dilations)};
  for (size_t i = 0; i < spatial; ++i) window.pads.insert(window.pads.end(), {(*pads)[i], (*pads)[i + spatial]});
  window.same_upper = auto_pad == "SAME_UPPER";
  window.dilated = *dilations != Ints(spatial, 1);
  return window;
}

std::optional<Ints> KnownExtents(UpgradeContext& context, size_t index, size_t spatial) {
  Ints extents;
  for (size_t i = 0; i < spatial; ++i) {
    const auto extent = context.values().Dim(context.Input(index), static_cast<int64_t>(i) + 2);
    if (!extent) return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

std::string ChannelsFirst(size_t spatial) { return spatial == 2 ? "NCHW" : "NCDHW"; }

std::optional<SpatialPool> SpatialPoolOf(const UpgradeContext& context) {
  const Ints kernel = context.Get<Ints>("kernel_shape").value_or(Ints());
  const size_t spatial = kernel.size();
  const auto window = SpatialWindowOf(context, spatial);
  if (!window || window->dilated || (window->same_upper && spatial == 3)) return std::nullopt;
  SpatialPool pool{spatial};
  pool.ceil_mode = context.IntOr("ceil_mode", 0) != 0 && !window->same_upper;
  pool.attributes = {{"ksize", OfAllAxes(kernel)},
                     {"strides", window->strides},
                     {"pads", window->pads},
                     {"data_format", ChannelsFirst(spatial)}};
  if (spatial == 2) pool.attributes["padding_mode"] = std::string(window->same_upper ? "SAME" : "CALCULATED");
  return pool;
}

}  // namespace opdk::onnx_plugin
