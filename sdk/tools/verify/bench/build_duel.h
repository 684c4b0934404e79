// Two builds of a package against each other.
#pragma once

#include "sdk/tools/verify/bench/bench_options.h"
#include "sdk/tools/verify/bench/bench_plan.h"
#include "sdk/tools/verify/bench/comparison.h"

namespace opdk::verify {

// The file is a library rather than a saved measurement.
bool IsLibrary(const std::string& path);

struct Duel {
  std::vector<ComparedRow> rows;
  std::vector<BenchRow> failed;  // of either build
  size_t unsupported = 0;        // rows that the engine doesn't take
};

// Every row is measured in turns, now this build, now the other one (A B, B A, …), each time in a process that is
// started anew, so that both load alone and memory lies elsewhere each time. A row that looks slower is measured once
// more from the beginning: both measurements must say so. E1004: the library doesn't provide the operator.
Result<Duel> DuelOfBuilds(const BenchPlan& plan, const TestTarget& target, const BenchOptions& options);

}  // namespace opdk::verify
