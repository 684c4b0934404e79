#include "plugins/onnx/nn/spatial_axes.h"

#include <algorithm>

namespace opdk::onnx_plugin {

using Ints = std::vector<int64_t>;

Ints OfAllAxes(const Ints& spatial) {
  Ints list = {1, 1};
  list.insert(list.end(), spatial.begin(), spatial.end());
  return list;
}

Ints BeginsBesideEnds(const Ints& pads) {
  const size_t spatial = pads.size() / 2;
  Ints pairs;
  for (size_t i = 0; i < spatial; ++i) pairs.insert(pairs.end(), {pads[i], pads[i + spatial]});
  return pairs;
}

std::optional<SpatialPool> SpatialPoolOf(const UpgradeContext& context) {
  const auto list = [&](const char* attr, size_t length, int64_t value) {
    Ints given = context.Get<Ints>(attr).value_or(Ints());
    if (given.empty()) given.assign(length, value);
    return given;
  };
  const Ints kernel = list("kernel_shape", 0, 0);
  const size_t spatial = kernel.size();
  if (spatial != 2 && spatial != 3) return std::nullopt;
  const Ints strides = list("strides", spatial, 1), dilations = list("dilations", spatial, 1);
  const std::string auto_pad = context.Get<std::string>("auto_pad").value_or("NOTSET");
  const Ints pads = auto_pad == "NOTSET" ? list("pads", 2 * spatial, 0) : Ints(2 * spatial, 0);
  const bool same = auto_pad == "SAME_UPPER";
  if (strides.size() != spatial || pads.size() != 2 * spatial || dilations != Ints(spatial, 1) ||
      (same ? spatial == 3 : auto_pad != "NOTSET" && auto_pad != "VALID")) {
    return std::nullopt;
  }
  SpatialPool pool{spatial};
  pool.ceil_mode = context.IntOr("ceil_mode", 0) != 0 && !same;
  pool.attributes = {{"ksize", OfAllAxes(kernel)},
                     {"strides", OfAllAxes(strides)},
                     {"pads", BeginsBesideEnds(pads)},
                     {"data_format", std::string(spatial == 2 ? "NCHW" : "NCDHW")}};
  if (spatial == 2) pool.attributes["padding_mode"] = std::string(same ? "SAME" : "CALCULATED");
  return pool;
}

}  // namespace opdk::onnx_plugin
