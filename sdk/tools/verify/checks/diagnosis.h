// Guesses at the fault behind a wrong output, from the look of its values.
#pragma once

#include <string>

#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {

// Returns one sentence for each fault that explains the wrong elements of `actual`, "" if none does. Faults: integers
// that were rounded to float or double, a NaN that became a number, an attribute that changes nothing.
std::string Diagnose(const CheckContext& context, const ge::Tensor& actual, const ge::Tensor& expected);

}  // namespace opdk::verify
