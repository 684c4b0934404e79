// What explains most failures of each kernel.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// One line for each explanation that holds of most of a kernel's wrong cases: "SubScaled on ai_cpu: it gives what would
// be right if x1 and x2 were exchanged (8 of 8 wrong cases looked at)". Of each kernel a handful of cases is looked at,
// small ones and such with many wrong elements before others, each in a process of its own; a case that takes long says
// nothing.
std::vector<std::string> LikelyFaults(const std::vector<CaseReport>& cases, const Bench& bench,
                                      const IsolationOptions& isolation);

}  // namespace opdk::verify
