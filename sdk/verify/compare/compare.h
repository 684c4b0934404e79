// Whether a kernel's output is what a case expects.
#pragma once

#include <string>

#include "graph/tensor.h"
#include "sdk/verify/cases/op_case.h"

namespace opdk::verify {

// "" when they agree: dtype, shape, and each element within |a - e| <= atol + rtol |e| (integers and bool exactly; NaN
// equals NaN, infinities exactly). Else the first difference.
std::string Compare(const ge::Tensor& actual, const CaseTensor& expected, Tolerance tolerance);

}  // namespace opdk::verify
