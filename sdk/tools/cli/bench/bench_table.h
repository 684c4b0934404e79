// Measured rows as a person reads them.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/cli/bench/bench_row.h"

namespace opdk::cli {

// "12.3 us": three digits, in ns, us, ms or s.
std::string TimeText(double seconds);
// "███████░░░  71 %"; the bar ends at 100 %.
std::string ShareBar(double share);

// The rows of one operator: a heading, a line each, what calls cost besides, and notes on what the numbers mean.
std::string BenchTable(const std::vector<BenchRow>& rows, bool colour);

// "FAILED id: E6003 crashed with …", the places and the next step below it.
std::string BenchFailure(const BenchRow& row, bool colour);

}  // namespace opdk::cli
