// Which calls of which operators are timed.
#pragma once

#include <vector>

#include "sdk/tools/verify/bench/bench_options.h"
#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

// The packages that are named; else the package of this directory, built; else nothing but what is installed, where
// operators are named. E1002: nothing says what to time.
Result<TestTarget> FindBenchTarget(const BenchOptions& options);

struct BenchPlan {
  std::vector<OpCase> cases;
  std::vector<PlannedCase> planned;  // into `cases`, which may be moved
};

// Cases that were named (--case, --cases; -k or part of a name, where the package has cases) are timed as they are
// written. Otherwise uses are found for each operator (BenchCases), each in a child process. E3001: nothing;
// and the errors of the uses.
Result<BenchPlan> PlanBench(const BenchOptions& options, const TestTarget& target, const Bench& bench);

}  // namespace opdk::verify
