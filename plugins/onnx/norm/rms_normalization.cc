#include <limits>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Whether scale has x's axes from `axis` on, each of its extent.
bool HasNormalizedAxes(UpgradeContext& context, int64_t axis) {
  const auto rank = context.values().Rank(context.Input(0)), scale_rank = context.values().Rank(context.Input(1));
  if (!rank || !scale_rank) return false;
  const int64_t count = axis < 0 ? -axis : *rank - axis;
  if (*scale_rank != count) return false;
  for (int64_t from_end = 1; from_end <= count; ++from_end) {
    const auto extent = context.values().Dim(context.Input(0), -from_end);
    if (!extent || extent != context.values().Dim(context.Input(1), -from_end)) return false;
  }
  return true;
}

// x and scale may differ in dtype; the result has scale's.
void JoinTypes(UpgradeContext& context) {
  const ge::DataType x = context.values().ElementType(context.Input(0));
  const ge::DataType scale = context.values().ElementType(context.Input(1));
  if (x == scale) return;
  const bool is_double = x == ge::DT_DOUBLE || scale == ge::DT_DOUBLE;
  const ge::DataType wide = is_double ? ge::DT_DOUBLE : ge::DT_FLOAT;
  context.SetInput(0, AddCast(context, context.Input(0), x, wide));
  context.SetInput(1, AddCast(context, context.Input(1), scale, wide));
  if (scale != wide) CastOutput(context, 0, scale);
}

// Ascend IR normalizes the axes that gamma has. It computes in float or wider whatever stash_type says.
Status UpgradeRmsNormalization(UpgradeContext& context) {
  context.Drop("stash_type");
  const int64_t axis = context.Take<int64_t>("axis").value_or(-1);
  if (!context.Has("epsilon")) context.Set("epsilon", 1e-5F);
  const bool fits = HasNormalizedAxes(context, axis);
  JoinTypes(context);
  if (fits) return {};
  const std::string end = context.AddInts("end", {std::numeric_limits<int64_t>::max()});
  const std::string shape = AddStep(context, "Shape", {context.Input(0)});
  const std::string normalized = AddStep(context, "Slice", {shape, context.AddInts("axis", {axis}), end});
  context.SetInput(1, AddStep(context, "Expand", {context.Input(1), normalized}));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(RmsNorm, RMSNormalization, 23);
OPDK_UPGRADE_ONNX(UpgradeRmsNormalization, "RMSNormalization");

}  // namespace opdk::onnx_plugin
