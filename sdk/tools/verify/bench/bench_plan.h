// The calls that are timed.
#pragma once

#include <vector>

#include "sdk/tools/verify/bench/bench_options.h"
#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

// Returns the named packages; else the package of this directory, built; else only the installed packages, if operators
// are named. E1002: nothing to time was named.
Result<TestTarget> FindBenchTarget(const BenchOptions& options);

struct BenchPlan {
  std::vector<OpCase> cases;
  std::vector<PlannedCase> planned;  // into `cases`, which may be moved
};

// Plans the calls. Named cases (--case, --cases; -k or part of a name, if the package has cases) are timed as they are
// written. Otherwise uses are found for each operator (BenchCases), each in a child process. E3001: nothing to time;
// and the errors of the uses.
Result<BenchPlan> PlanBench(const BenchOptions& options, const TestTarget& target, const TestHarness& harness);

}  // namespace opdk::verify
