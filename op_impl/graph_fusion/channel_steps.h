// Sums, differences, products and quotients of a tensor and one constant number for each of its channels. They can be
// merged into the weights of the operator before.
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
// Summands, then factors, then summands again. Each step is merged into the result of the steps before it.
const std::vector<ChannelStep>& ChannelSteps();

// Returns whether a type of ChannelSteps() multiplies or divides. StepOf makes an operator of such a type.
bool IsFactor(const std::string& type);
ge::Operator StepOf(const std::string& type, const char* name, ge::Operator& x1, ge::Operator& x2);

// Returns the step of `inner` and `numbers`, in the order of its operands.
inline ge::Operator StepBehind(const ChannelStep& step, ge::Operator& inner, ge::Operator& numbers) {
  return step.swapped ? StepOf(step.type, "step", numbers, inner) : StepOf(step.type, "step", inner, numbers);
}

// Gives `fused` a bias that combines a bias and the step behind it. `bias` nullptr: there was none.
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

// Returns the numbers that `step` applies to the channels of `inner`, along `axis` of its output: [channels]. nullopt:
// the operand has neither one number for each channel nor one for all, or its numbers aren't known. Also where weights
// would give another result (infinities, divisors of 0).
std::optional<ge::Tensor> ChannelNumbers(const ge::GNode& step, const ge::GNode& inner, size_t axis);

// Reshapes `numbers` to `rank` axes, along the axis `axis`.
ge::Tensor AlongAxis(const ge::Tensor& numbers, size_t axis, size_t rank);

// Returns whether weights may be multiplied. They must be computed from constants and have no other user, because a
// second user would keep the old weights beside the new ones.
bool MayScale(const ge::GNode& node, int32_t input);

}  // namespace opdk::graph_fusion
