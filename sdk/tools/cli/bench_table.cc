#include "sdk/tools/cli/bench_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "opdk/safe_text.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

// Formats a number with three significant digits.
std::string Digits(double value) {
  if (value == 0) return "0";
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 2);
  return fmt::format("{:.{}f}", value, digits);
}

std::string RateText(double per_second, bool exact) {
  const double giga = 1e-9 * per_second;
  if (giga == 0) return "-";
  return (exact ? "" : "~") + (giga < 0.01 ? "<0.01" : Digits(giga));
}

// Formats a range with one unit for both ends: "40.1 … 42.9 us".
std::string RangeText(double low, double high) {
  const std::string text = TimeText(high);
  const double scale = high < 1e-6 ? 1e9 : high < 1e-3 ? 1e6 : high < 1 ? 1e3 : 1;
  return fmt::format("{} … {}", Digits(low * scale), text);
}

std::vector<std::string> Line(const verify::BenchRow& row) {
  std::vector<std::string> line = {row.name, row.dtype, row.engine, std::to_string(row.threads)};
  if (row.unsupported) {
    line.push_back("not taken");
    return line;
  }
  if (!row.timed()) {
    line.push_back("a view: nothing runs");
    return line;
  }
  const double median = row.median();
  line.push_back(TimeText(median) + (row.measured.doubtful ? " ?" : ""));
  line.push_back(RangeText(row.quantile(0.1), row.quantile(0.9)));
  line.push_back(TimeText(row.quantile(0)));
  const measure::Work& work = row.measured.work;
  line.push_back(RateText(static_cast<double>(work.bytes()) / median, true));
  line.push_back(RateText(work.ops() / median, row.measured.counted_from_expression));
  if (row.least_seconds > 0) {
    line.push_back(ShareBar(row.share()));
    line.push_back(row.bound);
  }
  return line;
}

std::string DispatchLine(const verify::BenchRow& row) {
  const verify::Dispatch& dispatch = *row.measured.dispatch;
  return fmt::format("dispatch, {} with {} thread{}: {} a call beside the kernel's {} (smallest tensors)\n", row.engine,
                     row.threads, row.threads == 1 ? "" : "s", TimeText(dispatch.seconds()),
                     TimeText(dispatch.kernel_seconds));
}

const char* Word(verify::Verdict verdict) {
  switch (verdict) {
    case verify::Verdict::kSlower:
      return "slower";
    case verify::Verdict::kFaster:
      return "faster";
    case verify::Verdict::kSame:
      return "same";
    case verify::Verdict::kUnsure:
      return "unsure";
  }
  return "";
}

std::string Coloured(bool colour, const char* code, const std::string& text) {
  return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace

std::string TimeText(double seconds) {
  if (seconds < 1e-6) return Digits(seconds * 1e9) + " ns";
  if (seconds < 1e-3) return Digits(seconds * 1e6) + " us";
  if (seconds < 1) return Digits(seconds * 1e3) + " ms";
  return Digits(seconds) + " s";
}

std::string ShareBar(double share) {
  constexpr int kWidth = 10;
  const int full = std::clamp(static_cast<int>(std::lround(share * kWidth)), 0, kWidth);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < full ? "█" : "░";
  const double percent = 100 * share;
  return percent < 0.95 ? fmt::format("{} {:4.1f} %", bar, percent) : fmt::format("{} {:4.0f} %", bar, percent);
}

std::string BenchTable(const std::vector<verify::BenchRow>& rows, bool colour) {
  if (rows.empty()) return "";
  std::vector<std::vector<std::string>> lines = {
      {"case", "dtype", "engine", "threads", "median", "p10 … p90", "min", "GB/s", "GFLOP/s", "roofline", "bound"}};
  bool counted = true;
  bool doubtful = false;
  double most = 0;
  for (const verify::BenchRow& row : rows) {
    lines.push_back(Line(row));
    if (!row.timed()) continue;
    counted = counted && row.measured.counted_from_expression;
    doubtful = doubtful || row.measured.doubtful;
    most = std::max(most, row.share());
  }
  std::string text = colour ? fmt::format("\033[1m{}\033[0m\n", rows[0].op) : rows[0].op + "\n";
  text += FormatTable(lines);
  for (const verify::BenchRow& row : rows) {
    if (row.measured.dispatch) text += DispatchLine(row);
  }
  if (!counted) text += "~ there is no expression: one operation per element of the output is counted\n";
  if (doubtful) text += "? something else used the CPUs nearly all the time\n";
  if (most > 1.05) {
    text +=
        "above 100 %: an algorithm that needs less than is counted (Winograd), or the machine was busy when it was "
        "measured (--measure-machine)\n";
  }
  return text;
}

std::string BenchFailure(const verify::BenchRow& row, bool colour) {
  std::string line =
      fmt::format("FAILED {}: {} {}", SafeLine(row.id), ToString(row.error.code()), SafeLine(row.error.message()));
  if (colour) line = "\033[31m" + line + "\033[0m";
  line += "\n";
  for (const std::string& place : row.error.places()) line += "  at: " + SafeLine(place) + "\n";
  if (!row.error.hint().empty()) line += "  help: " + SafeLine(row.error.hint()) + "\n";
  size_t begin = 0;
  while (begin < row.output.size()) {
    const size_t end = std::min(row.output.find('\n', begin), row.output.size());
    line += "  " + row.output.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return line;
}

std::string ComparisonTable(const std::vector<verify::ComparedRow>& rows, const std::string& before, bool colour) {
  std::vector<verify::ComparedRow> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [](const verify::ComparedRow& a, const verify::ComparedRow& b) {
    return (a.verdict == verify::Verdict::kSlower) < (b.verdict == verify::Verdict::kSlower);
  });
  std::vector<std::vector<std::string>> lines = {{"against " + before, "before", "now", "now/before", "95 %", ""}};
  size_t counts[4] = {};
  for (const verify::ComparedRow& row : sorted) {
    ++counts[static_cast<size_t>(row.verdict)];
    const char* code = row.verdict == verify::Verdict::kSlower   ? "31"
                       : row.verdict == verify::Verdict::kFaster ? "32"
                                                                 : "0";
    lines.push_back({row.id, TimeText(row.before), TimeText(row.now), fmt::format("{:.3f}", row.ratio.ratio),
                     fmt::format("{:.3f} … {:.3f}", row.ratio.interval.low, row.ratio.interval.high),
                     Coloured(colour, code, Word(row.verdict))});
  }
  std::string text = FormatTable(lines);
  text += fmt::format(
      "{} faster, {} the same, {} unsure, {} slower\n", counts[static_cast<size_t>(verify::Verdict::kFaster)],
      counts[static_cast<size_t>(verify::Verdict::kSame)], counts[static_cast<size_t>(verify::Verdict::kUnsure)],
      counts[static_cast<size_t>(verify::Verdict::kSlower)]);
  return text;
}

std::string SlowerLine(const verify::ComparedRow& row, bool colour) {
  return Coloured(
             colour, "31",
             fmt::format("SLOWER {}: {:.2f} times ({:.2f} … {:.2f}), {}, was {}", row.id, row.ratio.ratio,
                         row.ratio.interval.low, row.ratio.interval.high, TimeText(row.now), TimeText(row.before))) +
         "\n";
}

}  // namespace opdk::cli
