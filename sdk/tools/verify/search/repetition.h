// Whether a failure comes again, and if it doesn't, what can be told of why.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/search/judgement.h"

namespace opdk::verify {

// "": alone in a process of its own the case fails again, in the same way. `before`: cases that ran in the same process
// before it, in order; `run_of_process`: it was the so-manieth there, from 1.
std::string WhyNotRepeatable(const SearchCase& failing, const std::string& kind, const std::vector<SearchCase>& before,
                             size_t run_of_process, const Bench& bench, const RunOptions& options);

}  // namespace opdk::verify
