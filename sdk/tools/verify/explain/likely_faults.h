// The explanations of most failures of each kernel.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// Returns one line for each explanation that holds for most of a kernel's wrong cases: "SubScaled on ai_cpu: it gives
// what would be right if x1 and x2 were exchanged (8 of 8 wrong cases looked at)". A handful of cases of each kernel is
// tried, each in a process of its own; small cases and cases with many wrong elements come first. A case that takes
// long is left out.
std::vector<std::string> LikelyFaults(const std::vector<CaseReport>& cases, const TestHarness& harness,
                                      const IsolationOptions& isolation);

}  // namespace opdk::verify
