// Two calls of a kernel that overlap for certain, on however few processors.
#pragma once

#include <string>

#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {

// One call is held where it first touches each of its tensors, while another runs to its end on the same elements in
// reverse order. "" when the first call's outputs are the case's, else what differs and where it was held.
std::string HeldCallDifference(const CheckContext& context, KernelCall& held, KernelCall& other);

}  // namespace opdk::verify
