// The dtype in which a kernel of several steps computes.
#pragma once

#include "tbe/dsl.h"

namespace tbe {

inline bool IsFloat(const Tensor& x) {
  return x.dtype() == ge::DT_FLOAT || x.dtype() == ge::DT_FLOAT16 || x.dtype() == ge::DT_BF16 ||
         x.dtype() == ge::DT_DOUBLE;
}

// Returns float for float16 and bfloat16, which would lose digits between the steps. Returns other dtypes unchanged.
inline DataType WideType(DataType dtype) {
  return dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16 ? ge::DT_FLOAT : dtype;
}
inline Tensor Widen(const Tensor& x) { return cast_to(x, WideType(x.dtype())); }

// Returns a float attribute as a number in the dtype of x.
inline Tensor FloatParam(const OpParams& op, const char* name, const Tensor& x) {
  return Param(op.Float(name), x.dtype());
}

}  // namespace tbe
