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

// What --threads says, or the number of processors.
std::vector<int> ThreadsOf(const BenchOptions& options);

// The measured rooflines of these thread counts; what isn't known yet is measured, in a child process, with a note on
// stderr. E6003: the measuring itself failed.
Result<std::map<int, Roofline>> RooflinesOf(const BenchOptions& options);

// One row: rounds until the median is known to 2 % or the time is over. A kernel that crashes or hangs is its error.
BenchRow MeasureRow(const PlannedCase& planned, int threads, const BenchOptions& options, const Bench& bench,
                    bool dispatch);

// Fills in what the roofline says of it.
void Judge(const std::map<int, Roofline>& rooflines, BenchRow& row);

// On stderr where that is a terminal: what is being done.
void ShowBenchProgress(size_t done, size_t total, const std::string& what);
void ClearBenchProgress();

}  // namespace opdk::verify
