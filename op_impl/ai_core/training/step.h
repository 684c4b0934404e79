// What the steps of optimizers are written with. They are computed in float for the 16-bit floats.
#pragma once

#include <vector>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {

inline Tensor Slot(const OpParams& op, const char* port) { return Widen(op.Input(port)); }
// A port that holds one number, or the attribute that it is in a D form.
inline Tensor Coefficient(const OpParams& op, const char* name) {
  if (op.HasAttr(name)) return FloatParam(op, name, Slot(op, "var"));
  return reshape(Widen(op.Input(name)), {});
}

// The results in the dtype of the operator's outputs.
inline std::vector<Tensor> Results(std::vector<Tensor> results, const Tensor& like) {
  for (Tensor& result : results) result = cast_to(result, like.dtype());
  return results;
}

// `old` decayed by `rate` towards `target`.
inline Tensor Average(const Tensor& old, const Tensor& target, const Tensor& rate) {
  return old * rate + target * (1 - rate);
}

// The step of the form whose slots are no outputs.
template <auto kStep>
std::vector<Tensor> VarOf(const OpParams& op) {
  return {kStep(op).front()};
}

}  // namespace tbe
