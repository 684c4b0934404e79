// Which calls of which operators are timed.
#pragma once

#include <vector>

#include "sdk/tools/cli/bench/bench_options.h"
#include "sdk/tools/cli/test/selection.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::cli {

// The packages that are named; else the package of this directory, built; else nothing but what is installed, where
// operators are named. E1002: nothing says what to time.
Result<TestTarget> FindBenchTarget(const BenchOptions& options);

struct BenchPlan {
  std::vector<verify::OpCase> cases;
  std::vector<PlannedCase> planned;  // into `cases`, which may be moved
};

// Cases that were named (--case, --cases; -k or part of a name, where the package has cases) are timed as they are
// written. Otherwise uses are found for each operator (verify::BenchCases), each in a child process. E3001: nothing;
// and the errors of the uses.
Result<BenchPlan> PlanBench(const BenchOptions& options, const TestTarget& target, const verify::Bench& bench);

}  // namespace opdk::cli
