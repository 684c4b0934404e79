// Sums, differences, products and quotients of a tensor and one constant number for each of its channels: what goes
// into the weights of the operator before.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "graph/gnode.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "op_proto/math/functions.h"

namespace opdk::graph_fusion {

// A step in the order in which its operands stand: the constant is the second, or with `swapped` the first.
struct ChannelStep {
  const char* type;
  bool swapped;
  bool is_factor() const;
};
// Summands, then factors, then summands again: each goes into what those before it left.
const std::vector<ChannelStep>& ChannelSteps();

// Of a type of ChannelSteps().
bool IsFactor(const std::string& type);
ge::Operator StepOf(const std::string& type, const char* name, ge::Operator& x1, ge::Operator& x2);

// The operator and a step of `numbers` behind it.
inline ge::Operator StepBehind(const ChannelStep& step, ge::Operator& inner, ge::Operator& numbers) {
  return step.swapped ? StepOf(step.type, "step", numbers, inner) : StepOf(step.type, "step", inner, numbers);
}

// Gives `fused` the bias that does what a bias and the step behind it did. `bias`: nullptr, there was none.
template <typename Fused>
void SetSteppedBias(const std::string& type, ge::Operator* bias, ge::Operator& numbers, Fused& fused) {
  if (bias != nullptr) {
    ge::Operator stepped = StepOf(type, "new_bias", *bias, numbers);
    fused.set_input_bias(stepped);
  } else if (type == "Sub") {
    ge::op::Neg negative("new_bias");
    negative.set_input_x(numbers);
    fused.set_input_bias(negative);
  } else if (!IsFactor(type)) {
    fused.set_input_bias(numbers);
  }
}

// What `step` does to the channels of `inner`, along `axis` of its output, [channels]. nullopt: its operand has not one
// number for each or for all, they aren't known, or as weights they would give something else (infinities, divisors of
// 0).
std::optional<ge::Tensor> ChannelNumbers(const ge::GNode& step, const ge::GNode& inner, size_t axis);

// `numbers` along one axis of so many.
ge::Tensor AlongAxis(const ge::Tensor& numbers, size_t axis, size_t rank);

// Whether weights may be multiplied: computed from constants, and nobody else's, who would keep the old ones beside
// them.
bool MayScale(const ge::GNode& node, int32_t input);

}  // namespace opdk::graph_fusion
