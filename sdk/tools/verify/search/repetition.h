// The test whether a failure is repeatable, and the reason if it isn't.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/search/judgement.h"

namespace opdk::verify {

// Returns why the case doesn't fail in the same way alone in a process of its own; "": it does. `before`: cases that
// ran in the same process before it, in order. `run_of_process`: the case's number among the runs of that process, from
// 1.
std::string WhyNotRepeatable(const SearchCase& failing, const std::string& kind, const std::vector<SearchCase>& before,
                             size_t run_of_process, const TestHarness& harness, const RunOptions& options);

}  // namespace opdk::verify
