// Measuring the planned calls, each round in a child process.
#pragma once

#include <functional>
#include <map>

#include "sdk/tools/measure/roofline.h"
#include "sdk/tools/verify/bench/bench_options.h"
#include "sdk/tools/verify/bench/bench_plan.h"
#include "sdk/tools/verify/bench/bench_row.h"

namespace opdk::verify {

std::string RowId(const PlannedCase& planned, int threads);

// Returns the thread counts of --threads, or the number of processors.
std::vector<int> ThreadsOf(const BenchOptions& options);

// Returns the measured rooflines of these thread counts. Unknown ones are measured in a child process, with a note on
// stderr. E6003: the measuring itself failed.
Result<std::map<int, measure::Roofline>> RooflinesOf(const BenchOptions& options);

// Measures one row: rounds until the median is known to 2 % or the time is over. A kernel that crashes or hangs becomes
// the row's error.
BenchRow MeasureRow(const PlannedCase& planned, int threads, const BenchOptions& options, const TestHarness& harness,
                    bool dispatch);

// Fills in the row's values that come from the roofline.
void Judge(const std::map<int, measure::Roofline>& rooflines, BenchRow& row);

// Shows the current work on stderr if that is a terminal.
void ShowBenchProgress(size_t done, size_t total, const std::string& what);
void ClearBenchProgress();

}  // namespace opdk::verify
