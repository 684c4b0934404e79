// Errors within the rounding bounds that the problem itself doesn't excuse.
#pragma once

#include <string>

#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// Returns the worst element that lost accuracy, or "". An expression's bounds are those of its own formula, however it
// cancels: a variance as the mean of the squares less the square of the mean may lose every digit. The permitted error
// is the change of the result when inputs are off by their last place. An element lost accuracy if its error is a
// thousand times that, and a hundredth of the output's largest element. The expression is evaluated again only for such
// large errors.
Result<std::string> LostAccuracy(const CaseInstance& instance, size_t output, const ge::Tensor& actual,
                                 const CaseTensor& expected, const TestHarness& harness);

}  // namespace opdk::verify
