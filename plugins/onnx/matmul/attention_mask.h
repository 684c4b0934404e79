// The keys to which a query of ONNX's Attention attends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

struct AttentionMaskInputs {
  std::string queries;  // [batch, heads, queries, head size]
  std::string keys;     // like `queries`; past keys before new keys
  std::optional<int64_t> query_count, key_count;
  std::string mask;  // "": none
  std::string past_key;
  std::string valid_keys;  // nonpad_kv_seqlen
  bool causal;
  int64_t left_window, right_window;  // -1: open
};

struct AttentionMask {
  std::string allowed;  // bool, broadcasts to the scores; "": all are
  std::string bias;     // is added to the scores; "": nothing is
  // Is true when a query may have no key at all.
  bool may_hide_all = false;
};

// Adds the nodes that compute the mask before the context's node. `type` is the scores' element type.
Result<AttentionMask> AddAttentionMask(UpgradeContext& context, const AttentionMaskInputs& inputs, ge::DataType type);

// Returns the extent of an axis as an int64 tensor of shape [1]. The tensor is a constant where the extent is known.
std::string AddExtent(UpgradeContext& context, const std::string& value, int64_t axis, std::optional<int64_t> known);

}  // namespace opdk::onnx_plugin
