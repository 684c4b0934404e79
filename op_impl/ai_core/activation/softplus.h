#pragma once

#include "tbe/dsl.h"

namespace tbe {

// Computes log(exp(x) + 1), written so that exp never overflows.
inline Tensor Softplus(const Tensor& x) { return vmax(x, 0) + vlog1p(vexp(-vabs(x))); }

}  // namespace tbe
