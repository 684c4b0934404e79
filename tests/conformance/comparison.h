// ONNX's rule for equal tensors.
#pragma once

#include <string>

#include "graph/tensor.h"

namespace opdk::conformance {

// Returns the first difference: data type, shape, or element; "" if the tensors are equal. Floating-point numbers are
// equal if |actual - expected| <= 1e-7 + kRelative * |expected|. bfloat16 has a factor of its own, and NaN equals NaN.
// All other types must be exact.
inline constexpr double kRelative = 1e-3;
std::string Difference(const ge::Tensor& actual, const ge::Tensor& expected, double bfloat16_relative);

}  // namespace opdk::conformance
