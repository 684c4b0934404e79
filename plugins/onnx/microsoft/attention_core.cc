#include "plugins/onnx/microsoft/attention_core.h"

#include <cmath>
#include <limits>
#include <utility>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

std::string AttentionSteps::Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes) {
  return AddStep(context_, type, std::move(inputs), std::move(attributes));
}

std::string AttentionSteps::Number(float number) { return AddScalarLike(context_, "number", number, typed_); }

std::string AttentionSteps::ByHeads(const std::string& value, int64_t heads) {
  const std::string apart = Step("Reshape", {value, context_.AddInts("heads", {0, 0, heads, -1})});
  return Step("Transpose", {apart}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
}

std::string AttentionSteps::SideBySide(const std::string& value) {
  const std::string counted = Step("Transpose", {value}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
  return Step("Reshape", {counted, context_.AddInts("joined", {0, 0, -1})});
}

std::string AttentionSteps::Extent(const std::string& value, int64_t axis) {
  return AddScalarExtent(context_, value, axis);
}

std::string AttentionSteps::Positions(const std::string& extent) { return AddPlaces(context_, extent); }

std::string AttentionSteps::Slice(const std::string& value, int64_t axis, const std::string& first,
                                  const std::string& end) {
  const std::string zero = context_.AddInts("zero", {0});
  const auto listed = [&](const std::string& scalar) { return Step("Unsqueeze", {scalar, zero}); };
  return Step("Slice", {value, listed(first), listed(end), context_.AddInts("axis", {axis})});
}

std::string AttentionSteps::Joined(const std::string& past, const std::string& value, const std::string& present) {
  if (past.empty()) {
    if (!present.empty()) context_.AddBefore("Identity", {value}, {present});
    return value;
  }
  std::string joined = AddConcat(context_, {past, value}, -2);
  if (!present.empty()) context_.AddBefore("Identity", {joined}, {present});
  return joined;
}

std::string AttentionSteps::JoinedInBuffer(const std::string& buffer, const std::string& value,
                                           const std::string& count, const std::string& present) {
  std::string joined = AddConcat(context_, {Slice(buffer, 2, context_.AddInt("first", 0), count), value}, 2);
  if (!present.empty()) {
    const std::string rest = Slice(buffer, 2, Extent(joined, 2), Extent(buffer, 2));
    context_.AddBefore("Identity", {AddConcat(context_, {joined, rest}, 2)}, {present});
  }
  return joined;
}

void AttentionSteps::Allow(const std::string& condition) {
  allowed_ = allowed_.empty() ? condition : Step("And", {allowed_, condition});
}

void AttentionSteps::AllowCausal(const std::string& queries, const std::string& keys, const std::string& offset) {
  std::string places = Step("Unsqueeze", {queries, context_.AddInts("axis", {1})});
  if (!offset.empty()) places = Step("Add", {places, offset});
  causal_ = Step("LessOrEqual", {keys, places});
}

Status AttentionSteps::AllowMask(const std::string& mask, const std::string& query, const std::string& key,
                                 const std::string& past) {
  if (mask.empty()) return {};
  const auto rank = context_.values().Rank(mask);
  if (!rank || *rank < 1 || *rank > 4) return context_.Refuse("the mask's rank isn't known to be 1 to 4");
  const std::string keys = Extent(key, 2);
  const ge::DataType type = context_.values().ElementType(mask);
  const std::string numbers = AddCast(context_, mask, type, ge::DT_INT64);
  if (*rank == 1) {
    // Behind the ends come the starts, or the zeros that are put there.
    const std::string batch = Extent(query, 0);
    const std::string extent = Step("Unsqueeze", {batch, context_.AddInts("zero", {0})});
    const std::string zeros = Step("Expand", {context_.AddInts("start", {0}), extent});
    const std::string listed = AddConcat(context_, {numbers, zeros}, 0);
    const auto of_batches = [&](const std::string& first, const std::string& end) {
      return Step("Unsqueeze", {Slice(listed, 0, first, end), context_.AddInts("axes", {1, 2, 3})});
    };
    const std::string places = Positions(keys);
    const std::string ends = of_batches(context_.AddInt("none", 0), batch);
    const std::string both = Step("Add", {batch, batch});
    const std::string has_starts = Step("Equal", {Extent(numbers, 0), both});
    const std::string starts = Step("Where", {has_starts, of_batches(batch, both), context_.AddInt("first", 0)});
    Allow(Step("Less", {places, ends}));
    Allow(Step("GreaterOrEqual", {places, starts}));
    return {};
  }
  std::string counts = Step("Greater", {numbers, context_.AddInt("zero", 0)});
  if (*rank == 4) {
    const std::string end = Step("Add", {past, Extent(query, 2)});
    counts = Slice(Slice(counts, 2, past, end), 3, context_.AddInt("none", 0), keys);
  } else {
    counts =
        Step("Unsqueeze",
             {counts, context_.AddInts("axes", *rank == 2 ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1})});
  }
  Allow(counts);
  return {};
}

std::string AttentionSteps::Grouped(const std::string& value) {
  if (!grouped()) return value;
  // A value that broadcasts over all heads gets one more axis: [batch, key heads, heads of each, queries, …].
  return Step("Unsqueeze", {value, context_.AddInts("group", {2})});
}

std::string AttentionSteps::Shared(const std::string& value) {
  if (!grouped()) return value;
  const std::string shape =
      AddConcat(context_,
                {context_.AddInts("heads", {0, key_heads_, heads_ / key_heads_}),
                 Step("Slice", {Step("Shape", {value}), context_.AddInts("first", {2}), context_.AddInts("end", {4})})},
                0);
  return Step("Reshape", {value, shape});
}

std::string AttentionSteps::Softmax(const std::string& scores, const std::string& sink) {
  const AttrMap last = {{"axis", int64_t{-1}}};
  if (sink.empty()) return Step("Softmax", {scores}, last);
  // A column of the sink's scores, which is cut off again.
  const std::string shape = Step("Shape", {scores});
  const std::string rows =
      AddConcat(context_,
                {Step("Slice", {shape, context_.AddInts("first", {0}), context_.AddInts("end", {-1})}),
                 context_.AddInts("one", {1})},
                0);
  const std::string of_heads =
      Step("Reshape", {sink, context_.AddInts("heads", grouped() ? std::vector<int64_t>{key_heads_, -1, 1, 1}
                                                                 : std::vector<int64_t>{heads_, 1, 1})});
  const std::string weights =
      Step("Softmax", {AddConcat(context_, {scores, Step("Expand", {of_heads, rows})}, -1)}, last);
  return Step("Slice",
              {weights, context_.AddInts("first", {0}), context_.AddInts("end", {-1}), context_.AddInts("axis", {-1})});
}

std::string AttentionSteps::Mask(float hidden) {
  if (allowed_.empty() && causal_.empty()) return "";
  std::string mask = Number(0);
  if (!allowed_.empty()) mask = Step("Where", {allowed_, mask, Number(hidden)});
  if (!causal_.empty()) {
    const bool half = context_.values().ElementType(typed_) == ge::DT_FLOAT16;
    mask = Step("Where", {causal_, mask, Number(half ? -65504.0F : std::numeric_limits<float>::lowest())});
  }
  return mask;
}

std::string AttentionSteps::Attend(const std::string& query, const std::string& key, const std::string& value,
                                   const Scores& scores) {
  const std::string scaled = Step("Mul", {Shared(query), Number(scores.scale)});
  std::string product = AddIrStep(context_, "MatMul", {scaled, Grouped(key)}, {{"transpose_x2", true}});
  if (scores.softcap > 0) {
    const std::string cap = Number(scores.softcap);
    product = Step("Mul", {Step("Tanh", {Step("Div", {product, cap})}), cap});
  }
  if (!scores.bias.empty()) {
    const bool one_for_all = context_.values().Dim(scores.bias, 1) == 1;
    product = Step("Add", {product, one_for_all ? Grouped(scores.bias) : Shared(scores.bias)});
  }
  if (const std::string mask = Mask(scores.hidden); !mask.empty()) product = Step("Add", {product, Grouped(mask)});
  if (!scores.given.empty()) context_.AddBefore("Identity", {product}, {scores.given});
  std::string result = Step("MatMul", {Softmax(product, scores.sink), Grouped(value)});
  if (!grouped()) return result;
  const std::string tail =
      Step("Slice", {Step("Shape", {result}), context_.AddInts("first", {3}), context_.AddInts("end", {5})});
  return Step("Reshape", {result, AddConcat(context_, {context_.AddInts("heads", {0, heads_}), tail}, 0)});
}

float TakeScale(UpgradeContext& context, int64_t size) {
  const float given = context.Take<float>("scale").value_or(0);
  return given != 0 ? given : static_cast<float>(1 / std::sqrt(static_cast<double>(size)));
}

std::string OutputOf(UpgradeContext& context, size_t output) {
  const auto& outputs = context.node().outputs;
  return output < outputs.size() ? outputs[output] : "";
}

}  // namespace opdk::onnx_plugin
