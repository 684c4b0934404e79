// Two builds of a package against each other.
#pragma once

#include "sdk/tools/verify/bench/bench_options.h"
#include "sdk/tools/verify/bench/bench_plan.h"
#include "sdk/tools/verify/bench/comparison.h"

namespace opdk::verify {

// Returns whether the file is a library rather than a saved measurement.
bool IsLibrary(const std::string& path);

struct Duel {
  std::vector<ComparedRow> rows;
  std::vector<BenchRow> failed;  // of either build
  size_t unsupported = 0;        // rows that the engine doesn't take
};

// Measures every row with this build and the other one in turns (A B, B A, …). Each measurement has a new process, so
// that both builds load alone and memory lies elsewhere each time. A row that looks slower is measured once more from
// the beginning; it is slower only if both measurements agree. E1004: the library doesn't provide the operator.
Result<Duel> DuelOfBuilds(const BenchPlan& plan, const TestTarget& target, const BenchOptions& options);

}  // namespace opdk::verify
