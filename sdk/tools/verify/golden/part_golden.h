// The golden of complex numbers for operators that treat both parts alike.
#pragma once

#include "opdk/status.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// Evaluates the expression for the real and for the imaginary parts, with their bounds. AI Core's expressions have no
// complex numbers, but an expression that only moves and adds its inputs, with real factors, treats both parts alike.
// An empty source: the case has no complex numbers, or the expression does anything else with them.
Result<Golden> PartGolden(const CaseInstance& instance, const TestHarness& harness);

}  // namespace opdk::verify
