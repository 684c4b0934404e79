// Parts of the optimizers' steps. The steps compute 16-bit floats in float.
#pragma once

#include <vector>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {

inline Tensor Slot(const OpParams& op, const char* port) { return Widen(op.Input(port)); }
// Returns a port that holds one number, or the attribute of that name, which a D form has instead.
inline Tensor Coefficient(const OpParams& op, const char* name) {
  if (op.HasAttr(name)) return FloatParam(op, name, Slot(op, "var"));
  return reshape(Widen(op.Input(name)), {});
}

// Casts the results to the dtype of the operator's outputs, `like`.
inline std::vector<Tensor> Results(std::vector<Tensor> results, const Tensor& like) {
  for (Tensor& result : results) result = cast_to(result, like.dtype());
  return results;
}

// Moves `old` towards `target`: old * rate + target * (1 - rate).
inline Tensor Average(const Tensor& old, const Tensor& target, const Tensor& rate) {
  return old * rate + target * (1 - rate);
}

// Computes the step of the form that has var as its only output.
template <auto kStep>
std::vector<Tensor> VarOf(const OpParams& op) {
  return {kStep(op).front()};
}

}  // namespace tbe
