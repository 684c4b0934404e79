// A comparison of two measurements of the same rows: which became slower.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/bench/bench_row.h"

namespace opdk::verify {

enum class Verdict : uint8_t {
  kSlower,  // the whole interval of the ratio lies above 1 + threshold
  kFaster,  // the whole interval lies below 1 / (1 + threshold)
  kSame,    // the whole interval lies between
  kUnsure,  // none of these: noise alone, or too short a measurement
};

struct ComparedRow {
  std::string id;
  double before = 0;  // medians in seconds
  double now = 0;
  measure::Ratio ratio;  // of now to before
  Verdict verdict = Verdict::kSame;
};

Verdict Judge(const measure::Interval& ratio, double threshold);

// Returns the rows that both have, by id. Rounds of equal number aren't pairs: they ran at different times.
std::vector<ComparedRow> CompareRows(const BenchResults& before, const BenchResults& now, double threshold);

}  // namespace opdk::verify
