// Two measurements of the same rows: what became slower.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/cli/bench/bench_row.h"

namespace opdk::cli {

enum class Verdict : uint8_t {
  kSlower,  // the whole interval of the ratio lies above 1 + threshold
  kFaster,  // the whole interval lies below 1 / (1 + threshold)
  kSame,    // the whole interval lies between
  kUnsure,  // neither: noise alone, or too short a measurement
};

struct ComparedRow {
  std::string id;
  double before = 0;  // medians in seconds
  double now = 0;
  verify::Ratio ratio;  // of now to before
  Verdict verdict = Verdict::kSame;
};

Verdict Judge(const verify::Interval& ratio, double threshold);

// The rows that both have, by id. Rounds of the same number aren't pairs: they were run at different times.
std::vector<ComparedRow> CompareRows(const BenchResults& before, const BenchResults& now, double threshold);

// A line per row, slower ones last, and how many there are of each.
std::string ComparisonTable(const std::vector<ComparedRow>& rows, const std::string& before, bool colour);
// "SLOWER Mish/…: 1.31 times (1.28 … 1.35), 12.1 us, was 9.24 us".
std::string SlowerLine(const ComparedRow& row, bool colour);

}  // namespace opdk::cli
