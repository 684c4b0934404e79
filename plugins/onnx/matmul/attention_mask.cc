#include "plugins/onnx/matmul/attention_mask.h"

#include <limits>
#include <numeric>
#include <vector>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns 0, 1, … as int64 [count].
std::string AddPositions(UpgradeContext& context, const std::string& value, std::optional<int64_t> known) {
  // Largest constant. A longer one would make the graph large.
  constexpr int64_t kGreatestConstant = 4096;
  if (known && *known <= kGreatestConstant) {
    std::vector<int64_t> positions(static_cast<size_t>(*known));
    std::iota(positions.begin(), positions.end(), 0);
    return context.AddInts("positions", positions);
  }
  const std::string count = AddStep(context, "Squeeze", {AddExtent(context, value, 2, known)});
  return AddPlaces(context, count);
}

std::string AddBoth(UpgradeContext& context, const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  return AddStep(context, "And", {a, b});
}

// Returns the place of the first query among the keys, as int64 of shape [1] or [batch, 1, 1, 1]. "": the first place.
std::string AddOffset(UpgradeContext& context, const AttentionMaskInputs& inputs, const std::string& valid_keys) {
  if (!inputs.past_key.empty()) {
    return AddExtent(context, inputs.past_key, 2, context.values().Dim(inputs.past_key, 2));
  }
  if (valid_keys.empty()) return "";
  return AddStep(context, "Sub", {valid_keys, AddExtent(context, inputs.queries, 2, inputs.query_count)});
}

// Adds the conditions of causality and of the window: bounds of the distance from the query's place to the key.
std::string AddBounds(UpgradeContext& context, const AttentionMaskInputs& inputs, const std::string& keys,
                      const std::string& offset, std::string allowed) {
  std::string queries = AddStep(
      context, "Unsqueeze", {AddPositions(context, inputs.queries, inputs.query_count), context.AddInts("axis", {1})});
  if (!offset.empty()) queries = AddStep(context, "Add", {queries, offset});
  if (inputs.causal || inputs.right_window >= 0) {
    const int64_t ahead = inputs.causal ? 0 : inputs.right_window;
    const std::string last =
        ahead == 0 ? queries : AddStep(context, "Add", {queries, context.AddInts("ahead", {ahead})});
    allowed = AddBoth(context, allowed, AddStep(context, "LessOrEqual", {keys, last}));
  }
  if (inputs.left_window >= 0) {
    const std::string back = context.AddInts("back", {inputs.left_window});
    const std::string first = AddStep(context, "Sub", {queries, back});
    allowed = AddBoth(context, allowed, AddStep(context, "GreaterOrEqual", {keys, first}));
  }
  return allowed;
}

// Pads a mask that has fewer keys than the input. The missing keys are hidden.
Result<std::string> PaddedMask(UpgradeContext& context, const AttentionMaskInputs& inputs, ge::DataType type) {
  const auto rank = context.values().Rank(inputs.mask);
  if (!rank || *rank < 1) return context.Refuse("attn_mask must have a known rank, at least 1");
  const auto width = context.values().Dim(inputs.mask, -1);
  if (width && inputs.key_count && *width == *inputs.key_count) return inputs.mask;
  const std::string missing = AddStep(
      context, "Sub",
      {AddExtent(context, inputs.keys, 2, inputs.key_count), AddExtent(context, inputs.mask, *rank - 1, width)});
  const std::string none = context.AddInts("none", std::vector<int64_t>(static_cast<size_t>(2 * *rank - 1), 0));
  const std::string pads = AddConcat(context, {none, missing}, 0);
  const bool is_bool = type == ge::DT_BOOL;
  const std::string hidden = context.AddScalar("hidden", is_bool ? 0 : -std::numeric_limits<float>::infinity());
  return AddStep(context, "Pad", {inputs.mask, pads, AddCast(context, hidden, ge::DT_FLOAT, type)});
}

}  // namespace

std::string AddExtent(UpgradeContext& context, const std::string& value, int64_t axis, std::optional<int64_t> known) {
  if (known) return context.AddInts("extent", {*known});
  return AddGather(context, AddStep(context, "Shape", {value}), context.AddInts("axis", {axis}));
}

Result<AttentionMask> AddAttentionMask(UpgradeContext& context, const AttentionMaskInputs& inputs, ge::DataType type) {
  AttentionMask result;
  if (!inputs.mask.empty()) {
    const ge::DataType mask_type = context.values().ElementType(inputs.mask);
    if (mask_type == ge::DT_UNDEFINED) return context.Refuse("the element type of attn_mask isn't known");
    OPDK_TRY(const std::string mask, PaddedMask(context, inputs, mask_type));
    result.may_hide_all = true;
    if (mask_type == ge::DT_BOOL) {
      result.allowed = mask;
    } else {
      result.bias = AddCast(context, mask, mask_type, type);
      const std::string hidden = context.AddScalar("hidden", -std::numeric_limits<float>::infinity());
      result.allowed = AddStep(context, "Greater", {result.bias, AddCast(context, hidden, ge::DT_FLOAT, type)});
    }
  }
  const bool bounded = inputs.causal || inputs.left_window >= 0 || inputs.right_window >= 0;
  if (!bounded && inputs.valid_keys.empty()) return result;
  const std::string keys = AddPositions(context, inputs.keys, inputs.key_count);
  std::string valid_keys;
  if (!inputs.valid_keys.empty()) {
    result.may_hide_all = true;
    valid_keys = AddStep(context, "Unsqueeze", {inputs.valid_keys, context.AddInts("axes", {1, 2, 3})});
    // A causal query looks no further than the last of them, which is its own.
    if (!inputs.causal) result.allowed = AddBoth(context, result.allowed, AddStep(context, "Less", {keys, valid_keys}));
  }
  if (!bounded) return result;
  if (inputs.left_window >= 0) result.may_hide_all = true;
  const std::string offset = AddOffset(context, inputs, valid_keys);
  result.allowed = AddBounds(context, inputs, keys, offset, result.allowed);
  return result;
}

}  // namespace opdk::onnx_plugin
