#include "sdk/tools/cli/bench/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "sdk/tools/cli/bench/bench_table.h"
#include "sdk/tools/cli/shared/table.h"

namespace opdk::cli {
namespace {

const char* Word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSlower:
      return "slower";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSame:
      return "same";
    case Verdict::kUnsure:
      return "unsure";
  }
  return "";
}

std::string Coloured(bool colour, const char* code, const std::string& text) {
  return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace

Verdict Judge(const verify::Interval& ratio, double threshold) {
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
    ComparedRow one{row.id, old->median(), row.median(), verify::UnpairedRatio(old->rounds, row.rounds),
                    Verdict::kSame};
    one.verdict = Judge(one.ratio.interval, threshold);
    compared.push_back(std::move(one));
  }
  return compared;
}

std::string ComparisonTable(const std::vector<ComparedRow>& rows, const std::string& before, bool colour) {
  std::vector<ComparedRow> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [](const ComparedRow& a, const ComparedRow& b) {
    return (a.verdict == Verdict::kSlower) < (b.verdict == Verdict::kSlower);
  });
  std::vector<std::vector<std::string>> lines = {{"against " + before, "before", "now", "now/before", "95 %", ""}};
  size_t counts[4] = {};
  for (const ComparedRow& row : sorted) {
    ++counts[static_cast<size_t>(row.verdict)];
    const char* code = row.verdict == Verdict::kSlower ? "31" : row.verdict == Verdict::kFaster ? "32" : "0";
    lines.push_back({row.id, TimeText(row.before), TimeText(row.now), fmt::format("{:.3f}", row.ratio.ratio),
                     fmt::format("{:.3f} … {:.3f}", row.ratio.interval.low, row.ratio.interval.high),
                     Coloured(colour, code, Word(row.verdict))});
  }
  std::string text = FormatTable(lines);
  text += fmt::format("{} faster, {} the same, {} unsure, {} slower\n", counts[static_cast<size_t>(Verdict::kFaster)],
                      counts[static_cast<size_t>(Verdict::kSame)], counts[static_cast<size_t>(Verdict::kUnsure)],
                      counts[static_cast<size_t>(Verdict::kSlower)]);
  return text;
}

std::string SlowerLine(const ComparedRow& row, bool colour) {
  return Coloured(
             colour, "31",
             fmt::format("SLOWER {}: {:.2f} times ({:.2f} … {:.2f}), {}, was {}", row.id, row.ratio.ratio,
                         row.ratio.interval.low, row.ratio.interval.high, TimeText(row.now), TimeText(row.before))) +
         "\n";
}

}  // namespace opdk::cli
