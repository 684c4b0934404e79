#include "sdk/tools/verify/report/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "opdk/safe_text.h"

namespace opdk::verify {
namespace {

constexpr const char* kRed = "\033[31m";
constexpr const char* kBoldRed = "\033[1;31m";
constexpr const char* kYellow = "\033[33m";
constexpr const char* kGreen = "\033[32m";
// Number of failures with one cause that are shown in full.
constexpr size_t kShownOfACause = 3;
// Number of good cases that are shown because they logged errors, and of one case's errors.
constexpr size_t kShownLogging = 3;
constexpr size_t kShownErrors = 5;
constexpr const char* kClearLine = "\r\033[K";

std::string Indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += line.empty() ? "\n" : "  " + line + "\n";
  return result;
}

// Returns the errors that a case logged, indented below the case's line.
std::string ErrorLines(const std::vector<std::string>& errors) {
  std::string lines;
  const size_t shown = std::min(errors.size(), kShownErrors);
  for (size_t i = 0; i < shown; ++i) lines += "  logged: " + SafeLine(errors[i]) + "\n";
  if (shown < errors.size()) lines += fmt::format("  … and {} more errors\n", errors.size() - shown);
  return lines;
}

std::string SeedText(const CaseReport& report) { return report.seed ? fmt::format(", seed {}", *report.seed) : ""; }

std::string Duration(double seconds) {
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole % 3600 / 60);
}

}  // namespace

TerminalOptions TerminalOptions::Detected() {
  TerminalOptions options;
  const char* no_color = std::getenv("NO_COLOR");
  options.colour = isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  options.progress = isatty(STDERR_FILENO) != 0;
  return options;
}

std::string ProgressLine(size_t done, size_t total, size_t failed, double seconds_left) {
  constexpr size_t kWidth = 30;
  const size_t full = total == 0 ? kWidth : done * kWidth / total;
  std::string bar(full, '=');
  if (full < kWidth) bar += '>';
  bar.resize(kWidth, ' ');
  return fmt::format("[{}] {}/{}{}{}", bar, done, total, failed == 0 ? "" : fmt::format(", {} failed", failed),
                     seconds_left < 0 ? "" : fmt::format(", about {} left", Duration(seconds_left)));
}

TerminalReport::TerminalReport(size_t selected, TerminalOptions options)
    : selected_(selected), options_(options), start_(std::chrono::steady_clock::now()) {}

std::string TerminalReport::Coloured(const char* code, const std::string& text) const {
  return options_.colour ? code + text + "\033[0m" : text;
}

void TerminalReport::ShowFailure(const CaseReport& report, bool with_output) {
  const CaseResult& result = report.result;
  if (report.end == ChildReport::End::kDone) {
    fmt::print("{}\n  at: {}\n{}{}", Coloured(kRed, fmt::format("FAILED {}{}", SafeLine(report.id), SeedText(report))),
               SafeLine(report.place), Indented(SafeLines(report.Explanation(), "")),
               ErrorLines(report.LoggedErrors()));
  } else {
    // One line with the outcome; the child's output, with its call stack, follows.
    const char* word = report.crashed() ? "CRASHED" : report.end == ChildReport::End::kTimeout ? "TIMED OUT" : "LOST";
    fmt::print(
        "{}\n  at: {}\n{}",
        Coloured(kBoldRed, fmt::format("{} {}: {}{}", word, SafeLine(report.id),
                                       SafeLine(result.reason.substr(0, result.reason.find('\n'))), SeedText(report))),
        SafeLine(report.place), with_output ? Indented(report.output) : "");
  }
  fmt::print("  reproduce: {}\n", report.reproducer);
  if (!report.again.empty()) fmt::print("  again: {}\n", report.again);
}

void TerminalReport::ShowGood(const CaseReport& report, const std::vector<std::string>& errors) {
  const Outcome outcome = report.result.outcome;
  const std::string word(ToString(outcome));
  const bool left_out = outcome == Outcome::kUnsupported || outcome == Outcome::kSkipped;
  fmt::print("{} {} ({:.3f} s){}\n{}", outcome == Outcome::kNotVerified ? Coloured(kYellow, word) : word,
             SafeLine(report.id), report.seconds,
             left_out && !report.result.reason.empty() ? ": " + SafeLine(report.result.reason) : "",
             ErrorLines(errors));
}

void TerminalReport::Show(const CaseReport& report) {
  if (options_.quiet) return;
  const bool good = report.result.ok();
  const size_t of_its_cause = good ? 0 : failures_.Add(report);
  if (of_its_cause > kShownOfACause && !options_.verbose) return;
  const std::vector<std::string> errors = report.LoggedErrors();
  if (good && !errors.empty()) ++logging_;
  ClearProgress();
  if (!good) {
    ShowFailure(report, of_its_cause == 1 || options_.verbose);
  } else if (options_.verbose || (!errors.empty() && logging_ <= kShownLogging)) {
    ShowGood(report, errors);
  }
  if (options_.cann_compat) {
    for (const OutputReport& output : report.result.outputs) {
      if (output.msopst.empty()) continue;
      fmt::print("{}, output {}: {}; msOpST's rule: {}\n", SafeLine(report.id), output.name,
                 output.comparison.passed ? "as expected" : Coloured(kRed, "not as expected"), output.msopst);
    }
  }
  std::fflush(stdout);
}

void TerminalReport::Known(const CaseReport& report) {
  counts_.Add(report.result);
  ++known_;
  Show(report);
}

void TerminalReport::Done(const CaseReport& report) {
  counts_.Add(report.result);
  Show(report);
  ShowProgress();
}

void TerminalReport::ShowProgress() {
  if (!options_.progress) return;
  const auto now = std::chrono::steady_clock::now();
  if (counts_.total() < selected_ && now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  const size_t done = counts_.total() - known_;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  // A few cases say nothing about the rest.
  const double left =
      seconds < 1 ? -1 : seconds / static_cast<double>(done) * static_cast<double>(selected_ - counts_.total());
  fmt::print(stderr, "{}{}", kClearLine, ProgressLine(counts_.total(), selected_, counts_.failed, left));
  std::fflush(stderr);
}

void TerminalReport::ClearProgress() {
  if (!options_.progress) return;
  fmt::print(stderr, "{}", kClearLine);
  std::fflush(stderr);
  shown_ = {};
}

void TerminalReport::ShowGroups() const {
  bool hidden = false;
  for (const FailureGroup& group : failures_.groups()) {
    if (group.count > 1) fmt::print("{}\n", Coloured(kRed, SafeLine(group.Line())));
    hidden = hidden || group.count > kShownOfACause;
  }
  if (hidden && !options_.verbose) {
    fmt::print("of each cause the first {} are shown; -v shows all, and so do reports\n", kShownOfACause);
  }
}

void TerminalReport::Finish(const RunReport& run) {
  ClearProgress();
  if (options_.quiet) return;
  ShowGroups();
  if (logging_ > kShownLogging && !options_.verbose) {
    fmt::print("{} good cases logged errors; the first {} are shown; -v shows all, and so do reports\n", logging_,
               kShownLogging);
  }
  for (const auto* lines : {&run.common_traits, &run.likely_faults}) {
    for (const std::string& line : *lines) fmt::print("{}\n", Coloured(kRed, SafeLine(line)));
  }
  std::vector<const CaseReport*> slowest;
  for (const CaseReport& report : run.cases) slowest.push_back(&report);
  const size_t shown = std::min(options_.durations, slowest.size());
  std::partial_sort(slowest.begin(), slowest.begin() + static_cast<ptrdiff_t>(shown), slowest.end(),
                    [](const CaseReport* a, const CaseReport* b) { return a->seconds > b->seconds; });
  if (shown > 0) fmt::print("the slowest {}:\n", shown == 1 ? "case" : fmt::format("{} cases", shown));
  for (size_t i = 0; i < shown; ++i) fmt::print("{:9.3f} s  {}\n", slowest[i]->seconds, SafeLine(slowest[i]->id));
  std::string line = run.counts().Line();
  if (run.cases.size() < run.selected) {
    line += fmt::format("{}{} not run", run.interrupted ? "; interrupted, " : ", ", run.selected - run.cases.size());
  }
  const Counts counts = run.counts();
  const char* colour = counts.failed > 0 ? kRed : counts.not_verified > 0 || run.interrupted ? kYellow : kGreen;
  fmt::print("{}\n", Coloured(colour, line + counts.LastWord()));
}

}  // namespace opdk::verify
