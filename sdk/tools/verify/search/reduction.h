// Shrinking of a failing case; the operator itself decides which candidates still fail.
#pragma once

#include <vector>

#include "sdk/tools/verify/search/fuzz.h"

namespace opdk::verify {

// Reduces `failure.original` to `failure.smallest`. Candidates are judged in child processes; a candidate counts if it
// fails with the same kind. Ends early after options.shrink_seconds, or when interrupted, with the smallest case so
// far.
void ReduceFailure(FuzzFailure& failure, const TestHarness& harness, const FuzzOptions& options);

}  // namespace opdk::verify
