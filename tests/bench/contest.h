// One row on so many threads, from its graph to the result.
#pragma once

#include <functional>
#include <map>

#include "sdk/tools/measure/roofline_file.h"
#include "tests/bench/opdk_contestant.h"
#include "tests/bench/ort_contestant.h"
#include "tests/bench/results.h"
#include "tests/bench/row.h"

namespace opdk::bench {

struct ContestSetup {
  OpdkSetup opdk;
  std::unique_ptr<OrtRuntime> ort;  // nullptr: opdk alone
  std::string ort_library;          // for the processes that time a session's creation, as are
  std::vector<std::string> plugins;
  double block_seconds = 0.04;
  std::map<int, measure::Roofline> rooflines;  // by threads, those that were needed
};

// Calls `rounds` with a function that runs one round and returns our seconds per call. Errors of the contestants;
// E6001: their outputs differ.
Result<RowResult> HoldContest(ContestSetup& setup, const Row& row, int threads,
                              const std::function<Status(const std::function<Result<double>()>& round)>& rounds);

}  // namespace opdk::bench
