#include <fmt/format.h>

#include <string>
#include <vector>

#include "plugins/onnx/microsoft/attention_core.h"
#include "plugins/onnx/microsoft/rotary_embedding.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

enum GroupQueryInput : size_t {
  kGroupQuery,
  kGroupKey,
  kGroupValue,
  kGroupPastKey,
  kGroupPastValue,
  kGroupLastKeys,  // of each batch: its number of keys, less one
  kGroupMostKeys,  // of all batches
  kGroupCos,
  kGroupSin,
  kGroupPositions,
  kGroupScoresBias,
  kGroupSink
};

// A batch's keys are `past` ones, which lie at the front of the buffer, and the new ones behind them. Example: a past
// buffer of 4 keys of which 2 count, 1 new key: places 0 and 1 are past keys, place 2 is the new one; others don't
// count.
class GroupQueryAttention {
 public:
  GroupQueryAttention(UpgradeContext& context, int64_t heads, int64_t key_heads)
      : context_(context),
        steps_(context, heads, key_heads, context.Input(kGroupQuery)),
        heads_(heads),
        key_heads_(key_heads) {}

  Status Add() {
    OPDK_TRY(ReadParts());
    OPDK_TRY(RefuseOthers());
    AttentionSteps::Scores scores;
    scores.scale = TakeScale(context_, size_);
    scores.softcap = context_.Take<float>("softcap").value_or(0);
    scores.bias = context_.Input(kGroupScoresBias);
    scores.hidden = -1e30F;
    scores.sink = context_.Input(kGroupSink);
    const int64_t window = context_.Take<int64_t>("local_window_size").value_or(-1);
    if (context_.Take<int64_t>("smooth_softmax").value_or(0) > 0 && scores.sink.empty()) {
      scores.sink = AddStep(context_, "Expand", {steps_.Number(0), context_.AddInts("heads", {heads_})});
    }
    AddPlaces();
    Rotate();
    const std::string key = Present(kGroupPastKey, key_, 1), value = Present(kGroupPastValue, value_, 2);
    AllowKeys(window);
    const std::string y = steps_.SideBySide(steps_.Attend(query_, key, value, scores));
    context_.node().outputs.resize(1);
    Become(context_, "Identity", {y});
    return {};
  }

 private:
  std::string Step(const std::string& type, std::vector<std::string> inputs) {
    return steps_.Step(type, std::move(inputs));
  }

  // Reads queries, keys and values. Keys and values may lie behind the queries in one tensor.
  Status ReadParts() {
    const auto width = context_.values().Dim(context_.Input(kGroupQuery), -1);
    if (!width) return context_.Refuse("the last extent of query must be known");
    const bool packed = context_.Input(kGroupKey).empty();
    size_ = packed ? *width / (heads_ + 2 * key_heads_) : *width / heads_;
    if (!packed) {
      query_ = steps_.ByHeads(context_.Input(kGroupQuery), heads_);
      key_ = steps_.ByHeads(context_.Input(kGroupKey), key_heads_);
      value_ = steps_.ByHeads(context_.Input(kGroupValue), key_heads_);
      return {};
    }
    const int64_t ends[] = {heads_ * size_, (heads_ + key_heads_) * size_, *width};
    const auto part = [&](int64_t first, int64_t end, int64_t heads) {
      return steps_.ByHeads(
          steps_.Slice(context_.Input(kGroupQuery), 2, context_.AddInt("first", first), context_.AddInt("end", end)),
          heads);
    };
    query_ = part(0, ends[0], heads_);
    key_ = part(ends[0], ends[1], key_heads_);
    value_ = part(ends[1], ends[2], key_heads_);
    return {};
  }

  Status RefuseOthers() {
    for (const char* name : {"kv_cache_bit_width", "qk_output"}) {
      if (context_.Take<int64_t>(name).value_or(0) != 0) {
        return context_.Refuse(fmt::format("{} is not supported", name));
      }
    }
    for (const char* name : {"k_quant_type", "v_quant_type"}) {
      if (context_.Take<std::string>(name).value_or("NONE") != "NONE") {
        return context_.Refuse(fmt::format("{} is not supported", name));
      }
    }
    if (!OutputOf(context_, 3).empty()) return context_.Refuse("its output of scores is not supported");
    return {};
  }

  // Adds the number of past keys of each batch, [batch, 1, 1, 1], and the place of each query, [batch, 1, queries, 1].
  void AddPlaces() {
    const std::string last = context_.Input(kGroupLastKeys);
    const std::string listed = AddCast(context_, last, context_.values().ElementType(last), ge::DT_INT64);
    const std::string flat = Step("Reshape", {listed, context_.AddInts("batches", {-1, 1, 1, 1})});
    const std::string count = steps_.Extent(query_, 2), one = context_.AddInt("one", 1);
    total_ = Step("Add", {flat, one});
    // A shorter first prompt is padded behind.
    past_ = Step("Max", {Step("Sub", {total_, count}), context_.AddInt("zero", 0)});
    const std::string queries = steps_.Positions(count);
    places_ = Step("Add", {past_, Step("Unsqueeze", {queries, context_.AddInts("axis", {1})})});
  }

  void Rotate() {
    const bool rotary = context_.Take<int64_t>("do_rotary").value_or(0) != 0;
    const bool interleaved = context_.Take<int64_t>("rotary_interleaved").value_or(0) != 0;
    if (!rotary) return;
    RotaryInputs inputs;
    inputs.cos = context_.Input(kGroupCos);
    inputs.sin = context_.Input(kGroupSin);
    inputs.interleaved = interleaved;
    inputs.positions = context_.Input(kGroupPositions).empty()
                           ? Step("Squeeze", {places_, context_.AddInts("axes", {1, 3})})
                           : context_.Input(kGroupPositions);
    if (const auto pairs = context_.values().Dim(inputs.cos, -1); pairs && *pairs * 2 != size_) {
      inputs.rotated = *pairs * 2;
    }
    for (std::string* part : {&query_, &key_}) {
      inputs.x = *part;
      *part = AddRotaryEmbedding(context_, inputs);
    }
  }

  // Returns the past and new keys or values in the order of their places. Their number is the greater of the buffer's
  // and the longest batch's.
  std::string Present(GroupQueryInput past, const std::string& added, size_t output) {
    const std::string old = context_.Input(past);
    std::string joined = added;
    std::string extent = steps_.Extent(added, 2);
    if (!old.empty()) {
      joined = AddConcat(context_, {old, added}, 2);
      const std::string most = context_.Input(kGroupMostKeys);
      const std::string total =
          Step("Squeeze", {AddCast(context_, most, context_.values().ElementType(most), ge::DT_INT64)});
      extent = Step("Max", {steps_.Extent(old, 2), total});
      const std::string keys = steps_.Positions(extent), old_count = steps_.Extent(old, 2);
      // [batch, 1, 1, keys]: where each place's key lies in `joined`.
      const std::string is_new = Step("And", {Step("GreaterOrEqual", {keys, past_}), Step("Less", {keys, total_})});
      const std::string moved = Step("Add", {Step("Sub", {keys, past_}), old_count});
      const std::string last = Step("Sub", {steps_.Extent(joined, 2), context_.AddInt("one", 1)});
      const std::string source = Step("Where", {is_new, moved, Step("Min", {keys, last})});
      const std::string counted = Step("Squeeze", {source, context_.AddInts("axes", {1, 2})});
      const std::string rows = steps_.Step("Transpose", {joined}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
      const std::string chosen =
          steps_.Step("GatherND", {rows, Step("Unsqueeze", {counted, context_.AddInts("axis", {2})})},
                      {{"batch_dims", int64_t{1}}});
      joined = steps_.Step("Transpose", {chosen}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
    }
    keys_ = extent;
    if (const std::string present = OutputOf(context_, output); !present.empty()) {
      context_.AddBefore("Identity", {joined}, {present});
    }
    return joined;
  }

  void AllowKeys(int64_t window) {
    const std::string keys = steps_.Positions(keys_);
    steps_.Allow(Step("LessOrEqual", {keys, places_}));
    if (window > 0) steps_.Allow(Step("Greater", {keys, Step("Sub", {places_, context_.AddInt("window", window)})}));
  }

  UpgradeContext& context_;
  AttentionSteps steps_;
  const int64_t heads_, key_heads_;
  int64_t size_ = 0;  // of a head
  std::string query_, key_, value_;
  std::string total_, past_, places_;
  std::string keys_;  // the extent of the keys
};

Status UpgradeGroupQueryAttention(UpgradeContext& context) {
  const int64_t heads = context.Take<int64_t>("num_heads").value_or(0);
  const int64_t key_heads = context.Take<int64_t>("kv_num_heads").value_or(0);
  if (heads < 1 || key_heads < 1 || heads % key_heads != 0) {
    return context.Refuse(fmt::format("num_heads {} is no multiple of kv_num_heads {}", heads, key_heads));
  }
  return GroupQueryAttention(context, heads, key_heads).Add();
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, GroupQueryAttention, 1);
OPDK_UPGRADE_ONNX(UpgradeGroupQueryAttention, "com.microsoft::GroupQueryAttention");

}  // namespace opdk::onnx_plugin
