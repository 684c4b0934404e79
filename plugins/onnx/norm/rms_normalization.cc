#include <numeric>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns whether scale has the extents of x's last `count` axes. As scale broadcasts to them, only an extent of 1 may
// differ.
bool HasNormalizedAxes(UpgradeContext& context, int64_t count) {
  if (context.values().Rank(context.Input(1)) != count) return false;
  for (int64_t from_end = 1; from_end <= count; ++from_end) {
    const auto extent = context.values().Dim(context.Input(1), -from_end);
    if (!extent || (*extent == 1 && context.values().Dim(context.Input(0), -from_end) != 1)) return false;
  }
  return count > 0;
}

// Casts x and scale to the dtype of the computation, and returns that dtype. The result has scale's dtype.
ge::DataType Widen(UpgradeContext& context, bool also_narrow) {
  const ge::DataType x = context.values().ElementType(context.Input(0));
  const ge::DataType scale = context.values().ElementType(context.Input(1));
  if (x == scale && !also_narrow) return x;
  const bool is_double = x == ge::DT_DOUBLE || scale == ge::DT_DOUBLE;
  const ge::DataType wide = is_double ? ge::DT_DOUBLE : ge::DT_FLOAT;
  context.SetInput(0, AddCast(context, context.Input(0), x, wide));
  context.SetInput(1, AddCast(context, context.Input(1), scale, wide));
  if (scale != wide) CastOutput(context, 0, scale);
  return wide;
}

// Normalizes the axes that gamma has in Ascend IR. A scale of another shape is multiplied separately. The computation
// is in float or wider, whatever stash_type says.
Status UpgradeRmsNormalization(UpgradeContext& context) {
  context.Drop("stash_type");
  const int64_t axis = context.Take<int64_t>("axis").value_or(-1);
  const auto rank = context.values().Rank(context.Input(0));
  if (axis >= 0 && !rank) return context.Refuse("its input must have a known rank");
  const int64_t count = axis < 0 ? -axis : *rank - axis;
  if (!context.Has("epsilon")) context.Set("epsilon", 1e-5F);
  const bool fits = HasNormalizedAxes(context, count);
  const ge::DataType type = Widen(context, !fits);
  if (fits) return {};
  std::vector<int64_t> axes(static_cast<size_t>(count));
  std::iota(axes.begin(), axes.end(), -count);
  const std::string x = context.Input(0), given = context.AddScalar("epsilon", *context.Get<float>("epsilon"));
  const std::string epsilon = AddCast(context, given, ge::DT_FLOAT, type);
  const std::string squares = AddStep(context, "Mul", {x, x});
  const std::string mean = AddStep(context, "ReduceMean", {squares, context.AddInts("axes", axes)});
  const std::string root = AddStep(context, "Sqrt", {AddStep(context, "Add", {mean, epsilon})});
  Become(context, "Mul", {AddStep(context, "Div", {x, root}), context.Input(1)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(RmsNorm, RMSNormalization, 23);
// ONNX Runtime's name, in all opsets.
OPDK_MAP_ONNX_AS(RmsNorm, SimplifiedLayerNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeRmsNormalization, "RMSNormalization", "SimplifiedLayerNormalization");

}  // namespace opdk::onnx_plugin
