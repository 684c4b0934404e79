// Guesses at the fault behind a wrong output: what the values look like they went through.
#pragma once

#include <string>

#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {

// One sentence for each fault that explains the wrong elements of `actual`, "" when none does: integers that were
// rounded to float or double, a NaN that came out as a number, an attribute that changes nothing.
std::string Diagnose(const CheckContext& context, const ge::Tensor& actual, const ge::Tensor& expected);

}  // namespace opdk::verify
