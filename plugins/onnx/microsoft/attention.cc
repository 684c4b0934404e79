// Attention and QAttention: the projections of one input to queries, keys and values, and their attention.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "plugins/onnx/microsoft/attention_core.h"
#include "plugins/onnx/microsoft/integer_products.h"
#include "plugins/onnx/microsoft/rotary_embedding.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

struct Projections {
  std::string joined;  // [batch, count, queries' width + keys' + values']
  std::string typed;   // a value of its element type
  std::vector<int64_t> widths;
};

// Takes the widths of queries, keys and values. The weights have as many columns as the sum of the widths.
Result<std::vector<int64_t>> TakeWidths(UpgradeContext& context, int64_t heads) {
  auto widths = context.Take<std::vector<int64_t>>("qkv_hidden_sizes").value_or(std::vector<int64_t>());
  if (widths.empty()) {
    const auto columns = context.values().Dim(context.Input(1), -1);
    if (!columns) return context.Refuse("the extents of its weights aren't known");
    widths.assign(3, *columns / 3);
  }
  if (heads < 1 || widths.size() != 3)
    return context.Refuse("num_heads isn't positive, or qkv_hidden_sizes aren't three");
  for (const int64_t width : widths) {
    if (width < 1 || width % heads != 0) {
      return context.Refuse(fmt::format("a width of {} is no multiple of its {} heads", width, heads));
    }
  }
  return widths;
}

struct AttentionInputs {
  std::string mask, past, bias;
};

// Turns queries and keys by angles that grow with a token's place and fall with the pair's number: pair i of `size`
// elements turns by place / 10000^(2 i / size). Elements i and i + size / 2 are a pair.
Status Rotate(UpgradeContext& context, AttentionSteps& steps, const std::string& past_count, int64_t head_size,
              std::string& query, std::string& key, const std::string& typed) {
  const int64_t given = context.Take<int64_t>("rotary_embedding_dim").value_or(0);
  if (context.Take<int64_t>("do_rotary").value_or(0) == 0) return {};
  const int64_t size = given == 0 ? head_size : given;
  if (size < 2 || size % 2 != 0 || size > head_size) {
    return context.Refuse(fmt::format("rotary_embedding_dim {} is no even number up to {}", size, head_size));
  }
  std::vector<float> slowness(static_cast<size_t>(size / 2));
  for (size_t i = 0; i < slowness.size(); ++i) {
    slowness[i] = static_cast<float>(std::pow(10000.0, -2.0 * static_cast<double>(i) / static_cast<double>(size)));
  }
  const std::string frequencies = context.values().NewConstant(
      "frequencies", ge::Tensor(ge::TensorDesc(ge::Shape({size / 2}), ge::FORMAT_ND, ge::DT_FLOAT),
                                reinterpret_cast<const uint8_t*>(slowness.data()), slowness.size() * sizeof(float)));
  const std::string places = steps.Step("Add", {steps.Positions(steps.Extent(query, 2)), past_count});
  const std::string listed = steps.Step("Unsqueeze", {places, context.AddInts("axes", {0, 2})});
  const std::string angles = steps.Step("Mul", {AddCast(context, listed, ge::DT_INT64, ge::DT_FLOAT), frequencies});
  const ge::DataType type = context.values().ElementType(typed);
  const ge::DataType own = type == ge::DT_FLOAT16 ? type : ge::DT_FLOAT;
  RotaryInputs inputs;
  inputs.cos = AddCast(context, steps.Step("Cos", {angles}), ge::DT_FLOAT, own);
  inputs.sin = AddCast(context, steps.Step("Sin", {angles}), ge::DT_FLOAT, own);
  if (size != head_size) inputs.rotated = size;
  for (std::string* part : {&query, &key}) {
    inputs.x = *part;
    *part = AddRotaryEmbedding(context, inputs);
  }
  return {};
}

// Adds the attention itself. Past keys and values lie in one tensor, [2, batch, heads, count, size]; so do present
// ones.
Status FinishAttention(UpgradeContext& context, const Projections& projections, int64_t heads,
                       const AttentionInputs& inputs) {
  AttentionSteps steps(context, heads, heads, projections.typed);
  AttentionSteps::Scores scores;
  const std::vector<int64_t>& widths = projections.widths;
  scores.scale = TakeScale(context, widths[0] / heads);
  scores.hidden = context.Take<float>("mask_filter_value").value_or(-10000);
  scores.bias = inputs.bias;
  const bool causal = context.Take<int64_t>("unidirectional").value_or(0) != 0;
  std::string parts[3];
  int64_t first = 0;
  for (size_t i = 0; i < 3; first += widths[i++]) {
    parts[i] = steps.ByHeads(
        steps.Slice(projections.joined, 2, context.AddInt("first", first), context.AddInt("end", first + widths[i])),
        heads);
  }
  std::string past_count = context.AddInt("none", 0), past[2];
  if (!inputs.past.empty()) {
    past_count = steps.Extent(inputs.past, 3);
    for (int64_t i = 0; i < 2; ++i) past[i] = AddGather(context, inputs.past, context.AddInt("part", i));
  }
  OPDK_TRY(Rotate(context, steps, past_count, widths[0] / heads, parts[0], parts[1], projections.typed));
  const std::string key = steps.Joined(past[0], parts[1], ""), value = steps.Joined(past[1], parts[2], "");
  if (const std::string present = OutputOf(context, 1); !present.empty()) {
    const auto listed = [&](const std::string& part) {
      return steps.Step("Unsqueeze", {part, context.AddInts("axis", {0})});
    };
    context.AddBefore("Identity", {AddConcat(context, {listed(key), listed(value)}, 0)}, {present});
  }
  OPDK_TRY(steps.AllowMask(inputs.mask, parts[0], key, past_count));
  if (causal) {
    const std::string queries = steps.Positions(steps.Extent(parts[0], 2));
    steps.AllowCausal(queries, steps.Positions(steps.Extent(key, 2)), past_count);
  }
  const std::string y = steps.SideBySide(steps.Attend(parts[0], key, value, scores));
  context.node().outputs.resize(1);
  Become(context, "Identity", {y});
  return {};
}

Status RefuseOf(UpgradeContext& context) {
  if (context.Take<int64_t>("past_present_share_buffer").value_or(0) != 0) {
    return context.Refuse("past_present_share_buffer is not supported");
  }
  return {};
}

Status UpgradeMsAttention(UpgradeContext& context) {
  OPDK_TRY(RefuseOf(context));
  const int64_t heads = context.Take<int64_t>("num_heads").value_or(0);
  Projections projections;
  OPDK_TRY(projections.widths, TakeWidths(context, heads));
  projections.typed = context.Input(0);
  projections.joined = AddStep(context, "MatMul", {context.Input(0), context.Input(1)});
  if (!context.Input(2).empty()) projections.joined = AddStep(context, "Add", {projections.joined, context.Input(2)});
  return FinishAttention(context, projections, heads, {context.Input(3), context.Input(4), context.Input(5)});
}

// Takes the inputs input, weight, bias, their scales, mask, their zero points, past.
Status UpgradeQAttention(UpgradeContext& context) {
  OPDK_TRY(RefuseOf(context));
  const int64_t heads = context.Take<int64_t>("num_heads").value_or(0);
  Projections projections;
  OPDK_TRY(projections.widths, TakeWidths(context, heads));
  projections.typed = context.Input(3);
  projections.joined = AddScaledProduct(context, {context.Input(0), context.Input(3), context.Input(6)},
                                        {context.Input(1), context.Input(4), context.Input(7)}, context.Input(2));
  return FinishAttention(context, projections, heads, {context.Input(5), context.Input(8), ""});
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, Attention, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMulInteger, QAttention, 1);
OPDK_UPGRADE_ONNX(UpgradeMsAttention, "com.microsoft::Attention");
OPDK_UPGRADE_ONNX(UpgradeQAttention, "com.microsoft::QAttention");

}  // namespace opdk::onnx_plugin
