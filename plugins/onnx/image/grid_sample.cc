#include <fmt/format.h>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// The prototype samples floats at places of the same type. Other numbers are sampled in double, and cut off.
void UnifyGridTypes(UpgradeContext& context) {
  const ge::DataType x = context.values().ElementType(context.Input(0));
  const ge::DataType grid = context.values().ElementType(context.Input(1));
  const bool complex = x == ge::DT_COMPLEX64 || x == ge::DT_COMPLEX128;
  if (x == grid || complex || x == ge::DT_UNDEFINED || !IsFloating(grid)) return;
  const bool wide = x == ge::DT_DOUBLE || grid == ge::DT_DOUBLE || !IsFloating(x);
  const ge::DataType type = wide ? ge::DT_DOUBLE : ge::DT_FLOAT;
  for (size_t input = 0; input < 2; ++input) CastInput(context, input, type);
  if (x != type) CastOutput(context, 0, x);
}

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
  UnifyGridTypes(context);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GridSampler2D, GridSample, 16);
OPDK_MAP_ONNX(GridSampler3D, 16);
OPDK_UPGRADE_ONNX(UpgradeGridSample, "GridSample");

}  // namespace opdk::onnx_plugin
