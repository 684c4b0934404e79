// Two calls of a kernel that certainly overlap, even on one processor.
#pragma once

#include <string>

#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {

// Holds one call at its first access to each of its tensors, while another call runs to its end on the same elements in
// reverse order. Returns "" if the first call's outputs are the case's, else the difference and the place where the
// call was held.
std::string HeldCallDifference(const CheckContext& context, KernelCall& held, KernelCall& other);

}  // namespace opdk::verify
