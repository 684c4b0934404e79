// Timings of a call that is repeated in this process.
#pragma once

#include <functional>
#include <vector>

#include "opdk/status.h"

namespace opdk::measure {

struct Timing {
  std::vector<double> seconds;  // per call, by sample
  size_t disturbed = 0;         // samples in which another process used the CPUs; they are left out
  bool doubtful = false;        // nearly all samples were disturbed, so they count
};

// Measures the time of calls; `call(n)` makes n calls. Short calls are timed many at a time, so that the clock's cost
// doesn't count. The first calls warm up caches and threads and aren't kept. Samples are taken for `budget` seconds.
// There are at least 5 samples, unless one call takes longer than the budget, and at most 200. An error of `call` ends
// the timing and is returned.
Result<Timing> TimeCalls(const std::function<Status(int count)>& call, double budget);

// Timings of two calls that run by turns, for their difference. Each call gets half of the budget.
struct TimingPair {
  Timing first, second;
};
Result<TimingPair> TimeByTurns(const std::function<Status(int count)>& first,
                               const std::function<Status(int count)>& second, double budget);

}  // namespace opdk::measure
