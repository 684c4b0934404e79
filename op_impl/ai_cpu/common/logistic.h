// The logistic function and its integral, written so that the exponential never overflows.
#pragma once

#include <algorithm>
#include <cmath>

namespace aicpu {

// Computes 1 / (1 + exp(-x)).
template <typename T>
T Logistic(T x) {
  const T power = std::exp(-std::abs(x));
  return (x < 0 ? power : 1) / (1 + power);
}

// Computes log(1 + exp(x)).
template <typename T>
T Softplus(T x) {
  return std::max(x, T(0)) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace aicpu
