// Timing a call again and again in this process.
#pragma once

#include <functional>
#include <vector>

#include "opdk/status.h"

namespace opdk::verify {

struct Timing {
  std::vector<double> seconds;  // per call, by sample
  size_t disturbed = 0;         // samples in which something else used the CPUs; left out
  bool doubtful = false;        // there were hardly any others, so they count
};

// `call(n)` makes n calls. Short ones are timed many at a time, so that the clock doesn't count; the first ones warm up
// caches and threads and aren't kept. Samples are taken for `budget` seconds, 5 at least unless one call takes longer
// than that, 200 at most. The call's error ends it.
Result<Timing> TimeCalls(const std::function<Status(int count)>& call, double budget);

// Two calls by turns, for their difference: each gets half of the budget.
struct TimingPair {
  Timing first, second;
};
Result<TimingPair> TimeByTurns(const std::function<Status(int count)>& first,
                               const std::function<Status(int count)>& second, double budget);

}  // namespace opdk::verify
