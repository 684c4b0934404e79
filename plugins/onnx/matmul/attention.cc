#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/matmul/attention_mask.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

enum Input : size_t { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kValidKeys };
enum Output : size_t { kY, kPresentKey, kPresentValue, kScores };
// The intermediate result that the output of scores holds.
enum ScoresOf : int64_t { kProduct, kSoftcapped, kMasked, kSoftmax };

// softmax(q * k^T * scale + mask) * v of each head, written out.
class AttentionNodes {
 public:
  explicit AttentionNodes(UpgradeContext& context)
      : context_(context),
        y_(context.node().outputs.front()),
        type_(context.values().ElementType(context.Input(kQuery))),
        value_type_(context.values().ElementType(context.Input(kValue))),
        wide_(type_ == ge::DT_DOUBLE || value_type_ == ge::DT_DOUBLE ? ge::DT_DOUBLE : ge::DT_FLOAT) {}

  Status Add() {
    OPDK_TRY(ReadHeads());
    const auto mode = context_.IntOr("qk_matmul_output_mode", kProduct);
    if (mode < kProduct || mode > kSoftmax) return context_.Refuse("qk_matmul_output_mode is not 0 to 3");
    std::string query = ByHeads(kQuery, query_heads_), key = ByHeads(kKey, key_heads_),
                value = ByHeads(kValue, key_heads_);
    key = Present(key, kPastKey, kPresentKey);
    value = Present(value, kPastValue, kPresentValue);
    OPDK_TRY(const AttentionMask mask, Mask(query, key));
    for (std::string* operand : {&query, &key}) *operand = AddCast(context_, *operand, type_, wide_);
    value = AddCast(context_, value, value_type_, wide_);
    const std::string product = Product(query, key);
    const std::string softcapped = Softcap(product);
    const std::string masked = Masked(softcapped, mask);
    std::string weights = Softmax(masked);
    if (mode == kSoftmax && !OutputName(kScores).empty()) weights = WithoutHidden(weights, mask);
    const std::string scores[] = {product, softcapped, masked, weights};
    if (!OutputName(kScores).empty()) {
      context_.AddBefore("Identity", {AddCast(context_, scores[mode], wide_, type_)}, {OutputName(kScores)});
    }
    Finish(weights, value, mask);
    return {};
  }

 private:
  std::optional<int64_t> Dim(Input input, int64_t axis) { return context_.values().Dim(context_.Input(input), axis); }
  std::string OutputName(Output output) const {
    const auto& outputs = context_.node().outputs;
    return output < outputs.size() ? outputs[output] : "";
  }
  std::string Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {}) {
    return AddStep(context_, type, std::move(inputs), std::move(attributes));
  }
  std::string Number(const std::string& hint, float value, ge::DataType type) {
    return AddCast(context_, context_.AddScalar(hint, value), ge::DT_FLOAT, type);
  }
  std::string Reshape(const std::string& value, const std::vector<int64_t>& shape) {
    return Step("Reshape", {value, context_.AddInts("shape", shape)});
  }
  std::string Transpose(const std::string& value, std::vector<int64_t> order) {
    return Step("Transpose", {value}, {{"perm", std::move(order)}});
  }

  Status ReadHeads() {
    if (type_ == ge::DT_UNDEFINED) return context_.Refuse("the element type of Q isn't known");
    const auto rank = context_.values().Rank(context_.Input(kQuery));
    if (rank != 3 && rank != 4) return context_.Refuse("Q must have a known rank, 3 or 4");
    flat_ = rank == 3;
    query_heads_ = context_.IntOr("q_num_heads", flat_ ? 0 : Dim(kQuery, 1).value_or(-1));
    key_heads_ = context_.IntOr("kv_num_heads", flat_ ? 0 : Dim(kKey, 1).value_or(-1));
    open_ = !flat_ && (query_heads_ == -1 || key_heads_ == -1);
    if (!open_ && (query_heads_ < 1 || key_heads_ < 1)) return context_.Refuse("the numbers of heads aren't above 0");
    if (!open_ && query_heads_ % key_heads_ != 0) return context_.Refuse("q_num_heads is no multiple of kv_num_heads");
    if (context_.Input(kPastKey).empty() != context_.Input(kPastValue).empty()) {
      return context_.Refuse("it has only one of past_key and past_value");
    }
    query_count_ = Dim(kQuery, -2);
    key_count_ = Dim(kKey, -2);
    if (!context_.Input(kPastKey).empty()) {
      const auto past = Dim(kPastKey, 2);
      key_count_ = past && key_count_ ? std::optional(*past + *key_count_) : std::nullopt;
    }
    return {};
  }

  // Returns an input as [batch, heads, count, head size]. The input may be [batch, count, heads * head size].
  std::string ByHeads(Input input, int64_t heads) {
    std::string value = context_.Input(input);
    if (!flat_) return value;
    const auto width = Dim(input, 2);
    return Transpose(Reshape(value, {0, 0, heads, width ? *width / heads : -1}), {0, 2, 1, 3});
  }

  std::string Present(const std::string& value, Input past, Output present) {
    const std::string wanted = OutputName(present);
    if (context_.Input(past).empty()) {
      if (!wanted.empty()) context_.AddBefore("Identity", {value}, {wanted});
      return value;
    }
    std::string joined = wanted.empty() ? context_.values().NewName(y_ + "/present") : wanted;
    context_.AddBefore("Concat", {context_.Input(past), value}, {joined}).attributes["axis"] = int64_t{2};
    return joined;
  }

  Result<AttentionMask> Mask(const std::string& query, const std::string& key) {
    return AddAttentionMask(context_,
                            {query, key, query_count_, key_count_, context_.Input(kMask), context_.Input(kPastKey),
                             context_.Input(kValidKeys), context_.IntOr("is_causal", 0) != 0,
                             context_.IntOr("left_window_size", -1), context_.IntOr("right_window_size", -1)},
                            wide_);
  }

  // Returns a number of heads as a list of one number.
  std::string Heads(Input input, int64_t known) {
    return AddExtent(context_, context_.Input(input), 1, known < 0 ? std::nullopt : std::optional(known));
  }
  // Reshapes [batch, heads, count, the last axis] to other numbers of heads and rows, lists of one number each.
  std::string ReshapeRows(const std::string& value, const std::string& heads, const std::string& rows) {
    const std::string same = context_.AddInts("same", {0});
    return Step("Reshape", {value, AddConcat(context_, {same, heads, rows, same}, 0)});
  }

  // Makes the queries of the heads that share a key rows of one matrix: [batch, key heads, …, the last axis]. Where the
  // numbers of heads don't divide, a run's Reshape refuses the rows.
  std::string Grouped(const std::string& value) {
    if (open_) {
      const std::string key_heads = Heads(kKey, key_heads_);
      const std::string sharing = Step("Div", {Heads(kQuery, query_heads_), key_heads});
      const std::string count = AddExtent(context_, context_.Input(kQuery), 2, query_count_);
      return ReshapeRows(value, key_heads, Step("Mul", {sharing, count}));
    }
    if (query_heads_ == key_heads_) return value;
    return Reshape(value, {0, key_heads_, query_count_ ? *query_count_ * (query_heads_ / key_heads_) : -1, 0});
  }
  std::string Ungrouped(const std::string& value) {
    if (open_) {
      return ReshapeRows(value, Heads(kQuery, query_heads_),
                         AddExtent(context_, context_.Input(kQuery), 2, query_count_));
    }
    if (query_heads_ == key_heads_) return value;
    return Reshape(value, {0, query_heads_, query_count_.value_or(-1), 0});
  }

  std::string Scale(const std::string& query) {
    if (const auto scale = context_.Get<float>("scale")) return Number("scale", *scale, wide_);
    auto size = Dim(kQuery, -1);
    if (size && flat_) size = *size / query_heads_;
    if (size) return Number("scale", static_cast<float>(1 / std::sqrt(static_cast<double>(*size))), wide_);
    const std::string extent = AddExtent(context_, query, 3, {});
    return Step("Reciprocal", {Step("Sqrt", {AddCast(context_, extent, ge::DT_INT64, wide_)})});
  }

  // Computes the scores query * key^T. Transposing the keys moves all of them. Where few queries share the keys,
  // transposing the queries and the product moves less.
  std::string Product(const std::string& query, const std::string& key) {
    const std::vector<int64_t> order = {0, 1, 3, 2};
    const std::string scaled = Step("Mul", {Grouped(query), Scale(query)});
    auto size = Dim(kQuery, -1);
    if (size && flat_) size = *size / query_heads_;
    const bool few = !open_ && query_count_ && size && *query_count_ * (query_heads_ / key_heads_) * 4 <= *size;
    if (!few) return Ungrouped(Step("MatMul", {scaled, Transpose(key, order)}));
    return Ungrouped(Transpose(Step("MatMul", {key, Transpose(scaled, order)}), order));
  }

  std::string Softcap(const std::string& scores) {
    const float cap = context_.Get<float>("softcap").value_or(0);
    if (!(cap > 0)) return scores;
    const std::string limit = Number("softcap", cap, wide_);
    return Step("Mul", {Step("Tanh", {Step("Div", {scores, limit})}), limit});
  }

  std::string Masked(const std::string& scores, const AttentionMask& mask) {
    std::string biased = mask.bias.empty() ? scores : Step("Add", {scores, mask.bias});
    if (mask.allowed.empty()) return biased;
    return Step("Where", {mask.allowed, biased, Number("hidden", -std::numeric_limits<float>::infinity(), wide_)});
  }

  std::string Softmax(const std::string& masked) {
    const bool precise = context_.IntOr("softmax_precision", 0) == ToOnnxType(ge::DT_DOUBLE);
    const ge::DataType type = precise ? ge::DT_DOUBLE : wide_;
    const AttrMap last = {{"axis", int64_t{-1}}};
    return AddCast(context_, Step("Softmax", {AddCast(context_, masked, wide_, type)}, last), type, wide_);
  }

  // Replaces the rows of queries without any key by 0. Their weights are NaN.
  std::string WithoutHidden(const std::string& rows, const AttentionMask& mask) {
    if (!mask.may_hide_all) return rows;
    if (hidden_.empty()) {
      const std::string counts = AddCast(context_, mask.allowed, ge::DT_BOOL, ge::DT_FLOAT);
      const std::string any = Step("ReduceMax", {counts, context_.AddInts("axis", {-1})});
      hidden_ = Step("Equal", {any, context_.AddScalar("none", 0)});
    }
    return Step("Where", {hidden_, Number("zero", 0, wide_), rows});
  }

  void Finish(const std::string& weights, const std::string& value, const AttentionMask& mask) {
    const auto width = Dim(kValue, -1);
    context_.node().outputs = {y_};
    if (type_ != wide_) CastOutput(context_, 0, type_);
    if (!flat_ && !open_ && query_heads_ == key_heads_ && !mask.may_hide_all)
      return Become(context_, "MatMul", {weights, value});
    const std::string product = WithoutHidden(Ungrouped(Step("MatMul", {Grouped(weights), value})), mask);
    if (!flat_) return Become(context_, "Identity", {product});
    const std::string rows = Transpose(product, {0, 2, 1, 3});
    const int64_t joined = width ? *width / key_heads_ * query_heads_ : -1;
    Become(context_, "Reshape", {rows, context_.AddInts("shape", {0, 0, joined})});
  }

  UpgradeContext& context_;
  const std::string y_;
  const ge::DataType type_;        // of Q, K and Y
  const ge::DataType value_type_;  // of V
  const ge::DataType wide_;        // of everything between the products' operands and Y: each step would round
  bool flat_ = false;              // heads beside each other in one axis
  bool open_ = false;              // only a run knows a number of heads, which is -1 here
  int64_t query_heads_ = 0, key_heads_ = 0;
  std::optional<int64_t> query_count_, key_count_;
  std::string hidden_;  // bool, [..., queries, 1]: the query has no key
};

Status UpgradeAttention(UpgradeContext& context) { return AttentionNodes(context).Add(); }

}  // namespace

OPDK_MAP_ONNX_AS(MatMul, Attention, 23);
OPDK_UPGRADE_ONNX(UpgradeAttention, "Attention");

}  // namespace opdk::onnx_plugin
