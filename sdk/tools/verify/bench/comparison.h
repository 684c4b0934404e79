// Two measurements of the same rows: what became slower.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/bench/bench_row.h"

namespace opdk::verify {

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
  Ratio ratio;  // of now to before
  Verdict verdict = Verdict::kSame;
};

Verdict Judge(const Interval& ratio, double threshold);

// The rows that both have, by id. Rounds of the same number aren't pairs: they were run at different times.
std::vector<ComparedRow> CompareRows(const BenchResults& before, const BenchResults& now, double threshold);

}  // namespace opdk::verify
