// ONNX's rule for equal tensors.
#pragma once

#include <string>

#include "graph/tensor.h"

namespace opdk::conformance {

// "" when equal, else the first difference: data type, shape, or element. Floating point:
// |actual - expected| <= 1e-7 + kRelative * |expected|, of bfloat16 with its own factor; NaN equals NaN; everything else
// exact.
inline constexpr double kRelative = 1e-3;
std::string Difference(const ge::Tensor& actual, const ge::Tensor& expected, double bfloat16_relative);

}  // namespace opdk::conformance
