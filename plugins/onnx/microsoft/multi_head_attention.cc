#include <fmt/format.h>

#include <string>
#include <vector>

#include "plugins/onnx/microsoft/attention_core.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

enum MultiHeadInput : size_t {
  kMultiQuery,
  kMultiKey,
  kMultiValue,
  kMultiBias,
  kMultiMask,
  kMultiScoresBias,
  kMultiPastKey,
  kMultiPastValue,
  kMultiPastCount,  // where the past is a buffer
  kMultiIndirection
};

// Queries, keys and values by heads, with their biases.
struct HeadParts {
  std::string query, key, value;
  int64_t size = 0;  // of a head
};

// Returns one part of a tensor that holds several in the axis behind the heads: [batch, count, heads, several, size].
std::string Unpacked(UpgradeContext& context, AttentionSteps& steps, const std::string& packed, int64_t part) {
  const std::string one = AddGather(context, packed, context.AddInt("part", part), 3);
  return steps.Step("Transpose", {one}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
}

// Adds the part `first` to `end` of the bias, by heads. The bias holds the parts of queries, keys and values one after
// another.
std::string WithBiasOf(UpgradeContext& context, AttentionSteps& steps, const std::string& value, int64_t heads,
                       int64_t first, int64_t end) {
  const std::string bias = context.Input(kMultiBias);
  if (bias.empty()) return value;
  const std::string part = steps.Slice(bias, 0, context.AddInt("first", first), context.AddInt("end", end));
  return steps.Step("Add", {value, steps.Step("Reshape", {part, context.AddInts("heads", {heads, 1, -1})})});
}

Result<HeadParts> ReadParts(UpgradeContext& context, AttentionSteps& steps, int64_t heads) {
  importer::Values& values = context.values();
  const auto rank = values.Rank(context.Input(kMultiQuery)), key_rank = values.Rank(context.Input(kMultiKey));
  const auto last = values.Dim(context.Input(kMultiQuery), -1);
  if (!rank || !last) return context.Refuse("the rank and the last extent of query must be known");
  HeadParts parts;
  if (*rank == 5) {
    parts.size = *last;
    for (auto [part, name] : {std::pair<int64_t, std::string*>{0, &parts.query}, {1, &parts.key}, {2, &parts.value}}) {
      *name = Unpacked(context, steps, context.Input(kMultiQuery), part);
    }
  } else {
    parts.size = *last / heads;
    parts.query = steps.ByHeads(context.Input(kMultiQuery), heads);
    if (!key_rank) return context.Refuse("the rank of key must be known");
    if (*key_rank == 5) {
      parts.key = Unpacked(context, steps, context.Input(kMultiKey), 0);
      parts.value = Unpacked(context, steps, context.Input(kMultiKey), 1);
    } else if (*key_rank == 4) {
      // Keys and values of an encoder, by heads already and with their biases.
      parts.key = context.Input(kMultiKey);
      parts.value = context.Input(kMultiValue);
    } else {
      parts.key = steps.ByHeads(context.Input(kMultiKey), heads);
      parts.value = steps.ByHeads(context.Input(kMultiValue), heads);
    }
  }
  const int64_t width = parts.size * heads;
  parts.query = WithBiasOf(context, steps, parts.query, heads, 0, width);
  if (*rank == 5 || key_rank == 3) {
    const auto end = values.Dim(context.Input(kMultiBias), 0).value_or(3 * width);
    parts.key = WithBiasOf(context, steps, parts.key, heads, width, 2 * width);
    parts.value = WithBiasOf(context, steps, parts.value, heads, 2 * width, end);
  }
  return parts;
}

// Keys and values of earlier calls: all of past_key and past_value, or the first past_sequence_length of these buffers.
class PastParts {
 public:
  PastParts(UpgradeContext& context, AttentionSteps& steps) : context_(context), steps_(steps) {
    const std::string count = context.Input(kMultiPastCount), keys = context.Input(kMultiPastKey);
    in_buffer_ = !count.empty() && !keys.empty();
    if (in_buffer_) {
      count_ = steps.Step("Squeeze", {AddCast(context, count, context.values().ElementType(count), ge::DT_INT64)});
    } else {
      count_ = keys.empty() ? context.AddInt("none", 0) : steps.Extent(keys, 2);
    }
  }

  const std::string& count() const { return count_; }  // a scalar of int64
  // Joins the past keys or values of input `past` and `value`, also as the output `present`.
  std::string Joined(MultiHeadInput past, const std::string& value, size_t present) const {
    const std::string given = context_.Input(past), output = OutputOf(context_, present);
    return in_buffer_ ? steps_.JoinedInBuffer(given, value, count_, output) : steps_.Joined(given, value, output);
  }

 private:
  UpgradeContext& context_;
  AttentionSteps& steps_;
  bool in_buffer_ = false;
  std::string count_;
};

Status UpgradeMultiHeadAttention(UpgradeContext& context) {
  const int64_t heads = context.Take<int64_t>("num_heads").value_or(0);
  if (heads < 1) return context.Refuse("num_heads isn't positive");
  if (!context.Input(kMultiIndirection).empty()) return context.Refuse("cache_indirection is not supported");
  AttentionSteps steps(context, heads, heads, context.Input(kMultiQuery));
  OPDK_TRY(const HeadParts parts, ReadParts(context, steps, heads));
  AttentionSteps::Scores scores;
  scores.scale = TakeScale(context, parts.size);
  scores.hidden = context.Take<float>("mask_filter_value").value_or(-10000);
  scores.bias = context.Input(kMultiScoresBias);
  scores.given = OutputOf(context, 3);
  const PastParts past(context, steps);
  const std::string key = past.Joined(kMultiPastKey, parts.key, 1);
  const std::string value = past.Joined(kMultiPastValue, parts.value, 2);
  OPDK_TRY(steps.AllowMask(context.Input(kMultiMask), parts.query, key, past.count()));
  if (context.Take<int64_t>("unidirectional").value_or(0) != 0) {
    const std::string queries = steps.Positions(steps.Extent(parts.query, 2));
    steps.AllowCausal(queries, steps.Positions(steps.Extent(key, 2)), past.count());
  }
  const std::string y = steps.SideBySide(steps.Attend(parts.query, key, value, scores));
  context.node().outputs.resize(1);
  Become(context, "Identity", {y});
  return {};
}

// Reorders the inputs to MultiHeadAttention's. The node has one new token of each batch, and the bias as its last
// input.
Status UpgradeDecoderAttention(UpgradeContext& context) {
  enum : size_t { kMask = 3, kScoresBias, kPastKey, kPastValue, kPastCount, kBeams, kIndirection, kBias };
  context.Drop("past_present_share_buffer");  // past_sequence_length says it
  context.Drop("output_qk");
  std::vector<std::string> inputs = context.Inputs();
  inputs.resize(kBias + 1);
  context.node().inputs = {inputs[0],          inputs[1],           inputs[2],        inputs[kBias],
                           inputs[kMask],      inputs[kScoresBias], inputs[kPastKey], inputs[kPastValue],
                           inputs[kPastCount], inputs[kIndirection]};
  return UpgradeMultiHeadAttention(context);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MultiHeadAttention, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMul, DecoderMaskedMultiHeadAttention, 1);
OPDK_UPGRADE_ONNX(UpgradeDecoderAttention, "com.microsoft::DecoderMaskedMultiHeadAttention");
OPDK_UPGRADE_ONNX(UpgradeMultiHeadAttention, "com.microsoft::MultiHeadAttention");

}  // namespace opdk::onnx_plugin
