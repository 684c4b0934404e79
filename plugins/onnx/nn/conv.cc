#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "plugins/onnx/nn/spatial_axes.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// The extents of the filter's spatial axes; nothing where one isn't known.
std::optional<Ints> SpatialExtents(UpgradeContext& context, size_t spatial) {
  Ints extents;
  for (size_t i = 0; i < spatial; ++i) {
    const auto extent = context.values().Dim(context.Input(1), static_cast<int64_t>(i) + 2);
    if (!extent) return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

// An attribute of as many numbers, none below `least`; nothing for another.
std::optional<Ints> ListOf(const UpgradeContext& context, const char* attr, size_t count, int64_t least) {
  const Ints list = context.Get<Ints>(attr).value_or(Ints(count, least));
  if (list.size() != count || std::ranges::any_of(list, [&](int64_t number) { return number < least; })) {
    return std::nullopt;
  }
  return list;
}

// Two spatial axes are Conv2D, three Conv3D. What those can't say (other ranks, padding that x decides) stays ONNX's Conv, and
// so does what is wrong: its shape rule says what.
Status UpgradeConv(UpgradeContext& context) {
  const int rank = context.values().Rank(context.Input(1)).value_or(0);
  if ((rank != 4 && rank != 5) || context.node().inputs.size() > 3) return {};
  const auto spatial = static_cast<size_t>(rank - 2);
  const std::string auto_pad = context.Get<std::string>("auto_pad").value_or("NOTSET");
  const auto kernel = SpatialExtents(context, spatial);
  const auto strides = ListOf(context, "strides", spatial, 1), dilations = ListOf(context, "dilations", spatial, 1);
  auto pads = ListOf(context, "pads", 2 * spatial, 0);
  if (!kernel || !strides || !dilations || !pads) return {};
  if (context.Get<Ints>("kernel_shape").value_or(*kernel) != *kernel) return {};
  if (auto_pad == "VALID") {
    pads->assign(2 * spatial, 0);
  } else if (auto_pad != "NOTSET") {
    return {};
  }
  BecomeIr(context, spatial == 2 ? "Conv2D" : "Conv3D", context.node().inputs,
           {{"strides", OfAllAxes(*strides)},
            {"pads", BeginsBesideEnds(*pads)},
            {"dilations", OfAllAxes(*dilations)},
            {"groups", context.IntOr("group", 1)},
            {"data_format", std::string(spatial == 2 ? "NCHW" : "NCDHW")}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Conv, 1);
OPDK_MAP_ONNX_OF(npu, Conv2D, Conv2D, 1);
OPDK_MAP_ONNX_OF(npu, Conv3D, Conv3D, 1);
OPDK_UPGRADE_ONNX(UpgradeConv, "Conv");

}  // namespace opdk::onnx_plugin
