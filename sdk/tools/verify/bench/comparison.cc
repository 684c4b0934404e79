#include "sdk/tools/verify/bench/comparison.h"

#include <algorithm>

namespace opdk::verify {

Verdict Judge(const measure::Interval& ratio, double threshold) {
  const double slow = 1 + threshold;
  if (ratio.low > slow) return Verdict::kSlower;
  if (ratio.high < 1 / slow) return Verdict::kFaster;
  return ratio.low >= 1 / slow && ratio.high <= slow ? Verdict::kSame : Verdict::kUnsure;
}

std::vector<ComparedRow> CompareRows(const BenchResults& before, const BenchResults& now, double threshold) {
  std::vector<ComparedRow> compared;
  for (const BenchRow& row : now.rows) {
    const auto old =
        std::find_if(before.rows.begin(), before.rows.end(), [&](const BenchRow& each) { return each.id == row.id; });
    if (old == before.rows.end() || !old->timed() || !row.timed()) continue;
    ComparedRow one{row.id, old->median(), row.median(), measure::UnpairedRatio(old->rounds, row.rounds),
                    Verdict::kSame};
    one.verdict = Judge(one.ratio.interval, threshold);
    compared.push_back(std::move(one));
  }
  return compared;
}

}  // namespace opdk::verify
