#include <fmt/format.h>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 20 calls the modes linear and cubic and samples any number of axes; an unknown one is taken for two.
Status UpgradeGridSample(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && *rank != 4 && *rank != 5) {
    return context.Refuse(fmt::format("an input of rank {} is not supported, only 4 and 5 are", *rank));
  }
  if (rank == 5) context.node().type = "GridSampler3D";
  std::string mode = context.Take<std::string>("mode").value_or("bilinear");
  if (mode == "linear" || mode == "cubic") mode = "bi" + mode;
  context.Set("interpolation_mode", mode);
  context.Set("align_corners", context.Take<int64_t>("align_corners").value_or(0) != 0);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GridSampler2D, GridSample, 16);
OPDK_MAP_ONNX(GridSampler3D, 16);
OPDK_UPGRADE_ONNX(UpgradeGridSample, "GridSample");

}  // namespace opdk::onnx_plugin
