// ONNX's rule for equal tensors.
#pragma once

#include <string>

#include "graph/tensor.h"

namespace opdk::conformance {

// "" when equal, else the first difference: data type, shape, or element. Floating point:
// |actual - expected| <= 1e-7 + 1e-3 * |expected|, NaN equals NaN; everything else exact.
std::string Difference(const ge::Tensor& actual, const ge::Tensor& expected);

}  // namespace opdk::conformance
