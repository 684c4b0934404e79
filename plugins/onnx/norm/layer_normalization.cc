#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns whether scale and bias have at most the axes that x has from `axis` on. Else they broadcast to all of x.
bool SpanNormalizedAxes(UpgradeContext& context, int64_t axis) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank && axis >= 0) return false;
  const int64_t normalized = axis < 0 ? -axis : *rank - axis;
  for (size_t input = 1; input < 3; ++input) {
    if (context.Input(input).empty()) continue;
    const auto own = context.values().Rank(context.Input(input));
    if (!own || *own > normalized) return false;
  }
  return true;
}

// Casts the mean and the deviation to stash_type, and gives an absent bias the value 0.
Status UpgradeLayerNormalization(UpgradeContext& context) {
  const int64_t axis = context.Take<int64_t>("axis").value_or(-1);
  const int64_t stash = context.Take<int64_t>("stash_type").value_or(1);
  ge::DataType type = ge::DT_UNDEFINED;
  for (const ge::DataType floating : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_DOUBLE, ge::DT_BF16}) {
    if (ToOnnxType(floating) == stash) type = floating;
  }
  if (type == ge::DT_UNDEFINED) {
    return context.Refuse("stash_type is " + std::to_string(stash) +
                          ", it must be 1 (float), 10 (float16), 11 (double) or 16 (bfloat16)");
  }
  // An added bias is a scalar, which broadcasts anywhere.
  const bool spans = SpanNormalizedAxes(context, axis);
  if (context.Input(2).empty()) context.SetInput(2, AddScalarLike(context, "bias", 0, context.Input(1)));
  const bool wide = context.values().ElementType(context.Input(0)) == ge::DT_DOUBLE;
  if (type != (wide ? ge::DT_DOUBLE : ge::DT_FLOAT)) {
    for (size_t output = 1; output < 3; ++output) CastOutput(context, output, type);
  }
  context.Set("begin_norm_axis", axis);
  context.Set("begin_params_axis", spans ? axis : 0);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(LayerNormV3, LayerNormalization, 17);
OPDK_UPGRADE_ONNX(UpgradeLayerNormalization, "LayerNormalization");

}  // namespace opdk::onnx_plugin
