// Mean and variance, which the normalizations share.
#pragma once

#include "tbe/dsl.h"

namespace tbe {

struct Moments {
  Tensor mean;      // over the axes, which stay with extent 1
  Tensor centered;  // x - mean
  Tensor variance;  // the mean of centered squared: no cancellation, unlike E[x²] - E[x]²
};

// Computes the mean, the centered elements and the variance of `x` over `axes`. `x` is float or double.
inline Moments MomentsOf(const Tensor& x, const Dims& axes) {
  Tensor mean = reduce_mean(x, axes, true);
  Tensor centered = x - mean;
  return {mean, centered, reduce_mean(centered * centered, axes, true)};
}

}  // namespace tbe
