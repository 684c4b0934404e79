// Measured and compared rows as a person reads them.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/bench/bench_row.h"
#include "sdk/tools/verify/bench/comparison.h"

namespace opdk::cli {

// Returns a time with three digits in ns, us, ms or s: "12.3 us".
std::string TimeText(double seconds);
// Returns a bar that ends at 100 %: "███████░░░  71 %".
std::string ShareBar(double share);

// Formats the rows of one operator: a heading, a line each, the overhead of calls, and notes on the meaning of the
// numbers.
std::string BenchTable(const std::vector<verify::BenchRow>& rows, bool colour);

// Formats a failure: "FAILED id: E6003 crashed with …", and below it the places and the next step.
std::string BenchFailure(const verify::BenchRow& row, bool colour);

// Formats a line per row, slower rows last, and the count of each verdict.
std::string ComparisonTable(const std::vector<verify::ComparedRow>& rows, const std::string& before, bool colour);
// Formats one slower row: "SLOWER Mish/…: 1.31 times (1.28 … 1.35), 12.1 us, was 9.24 us".
std::string SlowerLine(const verify::ComparedRow& row, bool colour);

}  // namespace opdk::cli
