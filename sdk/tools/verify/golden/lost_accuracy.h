// Errors that rounding bounds forgive and the problem doesn't excuse.
#pragma once

#include <string>

#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// The bounds of an expression are those of its own formula, however it cancels: a variance as the mean of the squares
// less the square of the mean may lose every digit. What a result must bear is what inputs bear that are off by their
// last place. "" or the worst element of the output that is off by a thousand times that, and by a hundredth of the
// largest element; the expression is evaluated again only where one is off so far.
Result<std::string> LostAccuracy(const CaseInstance& instance, size_t output, const ge::Tensor& actual,
                                 const CaseTensor& expected, const Bench& bench);

}  // namespace opdk::verify
