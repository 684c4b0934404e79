// The golden of complex numbers where an operator treats their parts alike.
#pragma once

#include "opdk/status.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// AI Core's expressions have no complex numbers. One that only moves and adds what it is given, with real factors, does
// the same to the real and to the imaginary parts: it is evaluated for each of them, with their bounds. An empty source
// where the case has no complex numbers, or the expression does anything else with them.
Result<Golden> PartGolden(const CaseInstance& instance, const Bench& bench);

}  // namespace opdk::verify
