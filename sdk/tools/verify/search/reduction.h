// Shrinking of a failing case; the operator itself decides which candidates still fail.
#pragma once

#include <vector>

#include "sdk/tools/verify/search/fuzz.h"

namespace opdk::verify {

// Makes `failure.smallest` of `failure.original`: candidates are judged in child processes, and fail alike when the
// kind is the same. Ends early after options.shrink_seconds, or when interrupted, with the smallest until then.
void ReduceFailure(FuzzFailure& failure, const Bench& bench, const FuzzOptions& options);

}  // namespace opdk::verify
