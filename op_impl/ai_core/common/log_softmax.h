// Softmax's logarithm as an expression. The largest element is subtracted first, so that no exponential is above 1.
#pragma once

#include "op_impl/ai_core/common/precision.h"

namespace tbe {

// Returns the axes that attribute `attr` lists. A scalar has none, because it is its own only element along any axis.
inline Dims AxesOf(const OpParams& op, const char* attr, const Tensor& x) {
  return x.rank() == 0 ? Dims() : op.ListInt(attr);
}

inline Tensor LogSoftmax(const Tensor& x, const Dims& axes) {
  const Tensor shifted = x - reduce_max(x, axes, true);
  return shifted - vlog(reduce_sum(vexp(shifted), axes, true));
}

}  // namespace tbe
