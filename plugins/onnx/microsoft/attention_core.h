// The steps that ONNX Runtime's attention operators have in common.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

class AttentionSteps {
 public:
  // Heads that share a key and a value where `key_heads` is less than `heads`.
  // The steps calculate in the element type of `typed`.
  AttentionSteps(UpgradeContext& context, int64_t heads, int64_t key_heads, std::string typed)
      : context_(context), heads_(heads), key_heads_(key_heads), typed_(std::move(typed)) {}

  std::string Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {});
  std::string Number(float number);  // of that element type

  // Reshapes and transposes [batch, count, heads * size] to [batch, heads, count, size]. SideBySide does the inverse.
  std::string ByHeads(const std::string& value, int64_t heads);
  std::string SideBySide(const std::string& value);

  // Returns the extent of an axis, a scalar of int64. Positions returns 0, 1, … below `extent`.
  std::string Extent(const std::string& value, int64_t axis);
  std::string Positions(const std::string& extent);
  // Slices [first, end) of an axis. Both bounds are scalars of int64.
  std::string Slice(const std::string& value, int64_t axis, const std::string& first, const std::string& end);
  // Joins `past` and `value` along the axis of counts, also as the output `present`. Returns `value` alone where there
  // is no past.
  std::string Joined(const std::string& past, const std::string& value, const std::string& present);
  // Joins past keys or values with new ones. The past ones are the first `count` (a scalar of int64) of a buffer
  // [batch, heads, most, size]. `present` is the buffer with the new ones behind them.
  std::string JoinedInBuffer(const std::string& buffer, const std::string& value, const std::string& count,
                             const std::string& present);

  // Adds a condition that a key must meet. It is bool and broadcasts to [batch, heads, queries, keys]. It must have
  // these four axes where heads share keys.
  void Allow(const std::string& condition);
  // Allows a query the keys up to its own place, which is its number plus `offset` ("": 0). Later keys are hidden by
  // the least number, so that a key which a mask hides outweighs them.
  void AllowCausal(const std::string& queries, const std::string& keys, const std::string& offset);
  // Adds the mask that Attention and MultiHeadAttention take ("": none). `past`: the number of past keys, a scalar. The
  // mask has one of these shapes:
  //   [batch, keys], [batch, queries, keys]: 1 for keys that count;
  //   [batch, 1, most, most]: likewise;
  //   [batch]: the numbers of keys;
  //   [2 batch]: the numbers of keys, then the first keys;
  //   [3 batch + 2]: the numbers of keys, then data that only packed batches need.
  // E2001: the mask's rank isn't known.
  Status AllowMask(const std::string& mask, const std::string& query, const std::string& key, const std::string& past);

  struct Scores {
    float scale = 1;
    float softcap = 0;       // 0: none
    std::string bias = {};   // is added; "": none
    float hidden = -10000;   // is added where a key is not allowed
    std::string sink = {};   // [heads]: of a key beyond all others, whose value is 0; "": there is none
    std::string given = {};  // the name under which the masked scores are an output as well; "": none
  };
  // Computes softmax(query * key^T) * value of each head: [batch, heads, queries, size].
  std::string Attend(const std::string& query, const std::string& key, const std::string& value, const Scores& scores);

 private:
  // Heads that share a key stand in an axis of their own.
  bool grouped() const { return heads_ != key_heads_; }
  std::string Grouped(const std::string& value);
  std::string Shared(const std::string& value);
  std::string Mask(float hidden);  // what is added to the scores; "": nothing
  std::string Softmax(const std::string& scores, const std::string& sink);

  UpgradeContext& context_;
  const int64_t heads_, key_heads_;
  const std::string typed_;
  std::string allowed_;  // "": all are
  std::string causal_;   // the condition that hides keys behind a query; "": none
};

// Takes the attribute scale. Returns 1 / sqrt(size) where it isn't set.
float TakeScale(UpgradeContext& context, int64_t size);

// Returns the name of an output, or "" where the output is unused.
std::string OutputOf(UpgradeContext& context, size_t output);

}  // namespace opdk::onnx_plugin
