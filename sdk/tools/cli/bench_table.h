// Measured and compared rows as a person reads them.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/bench/bench_row.h"
#include "sdk/tools/verify/bench/comparison.h"

namespace opdk::cli {

// "12.3 us": three digits, in ns, us, ms or s.
std::string TimeText(double seconds);
// "███████░░░  71 %"; the bar ends at 100 %.
std::string ShareBar(double share);

// The rows of one operator: a heading, a line each, what calls cost besides, and notes on what the numbers mean.
std::string BenchTable(const std::vector<verify::BenchRow>& rows, bool colour);

// "FAILED id: E6003 crashed with …", the places and the next step below it.
std::string BenchFailure(const verify::BenchRow& row, bool colour);

// A line per row, slower ones last, and how many there are of each.
std::string ComparisonTable(const std::vector<verify::ComparedRow>& rows, const std::string& before, bool colour);
// "SLOWER Mish/…: 1.31 times (1.28 … 1.35), 12.1 us, was 9.24 us".
std::string SlowerLine(const verify::ComparedRow& row, bool colour);

}  // namespace opdk::cli
