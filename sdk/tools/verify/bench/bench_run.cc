#include "sdk/tools/verify/bench/bench_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/type_names.h"
#include "opdk/parallel.h"
#include "sdk/tools/measure/roofline_file.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/isolation/stack_text.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/report/terminal.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr size_t kLeastRounds = 5;
constexpr size_t kMostRounds = 12;
constexpr int kRetries = 4;  // of rounds in which another process used the CPUs
constexpr auto kPauseOfDisturbed = std::chrono::milliseconds(100);
constexpr double kSure = 0.02;  // half of the interval's width, relative to the median

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool IsSure(const measure::Rounds& rounds) {
  const measure::Interval interval = measure::MedianInterval(rounds);
  return interval.high - interval.low <= 2 * kSure * measure::MedianOf(rounds);
}

Status EndOf(const ChildReport& report, const IsolationOptions& isolation) {
  const std::string ended = report.Describe(isolation);
  if (ended.empty()) return Status();
  const bool timeout = report.end == ChildReport::End::kTimeout;
  Status error(timeout ? ErrorCode::kKernelTimeout : ErrorCode::kKernelCrashed, ended);
  return timeout ? std::move(error).Hint("--timeout SECONDS gives it more") : error;
}

// Measures one round of a row in a child. A disturbed round is left out as long as there are `retries`.
Status MeasureRound(const CaseInstance& instance, const TestHarness& harness, const BenchOptions& options,
                    const MeasureOptions& measure, int& retries, BenchRow& row) {
  IsolationOptions isolation = options.test.isolation;
  isolation.parallel = 1;
  Status error;
  const auto work = [&](size_t) { return Dump(ToJson(Measure(instance, row.engine, harness, measure))); };
  RunIsolated(1, work, isolation, [&](size_t, ChildReport&& report) {
    error = EndOf(report, isolation);
    if (!error.ok()) {
      row.output = report.end == ChildReport::End::kSignal ? NamedStack(report.output) : report.output;
      return true;
    }
    auto measured = MeasurementFrom(ParseJson(report.answer));
    error = measured.status();
    if (!measured.ok()) return true;
    if (measured->doubtful && retries > 0) {
      --retries;
      std::this_thread::sleep_for(kPauseOfDisturbed);
      return true;
    }
    auto dispatch = row.measured.dispatch;
    const size_t disturbed = row.measured.disturbed;
    const bool doubtful = row.measured.doubtful;
    row.measured = std::move(measured).value();
    row.rounds.push_back(row.measured.seconds);
    row.measured.disturbed += disturbed;
    row.measured.doubtful = row.measured.doubtful || doubtful;
    if (dispatch) row.measured.dispatch = dispatch;
    return true;
  });
  return error;
}

}  // namespace

std::string RowId(const PlannedCase& planned, int threads) {
  return fmt::format("{}/{} thread{}", planned.id, threads, threads == 1 ? "" : "s");
}

std::vector<int> ThreadsOf(const BenchOptions& options) {
  return options.threads.empty() ? std::vector{ThreadCount()} : options.threads;
}

Result<std::map<int, measure::Roofline>> RooflinesOf(const BenchOptions& options) {
  std::map<int, measure::Roofline> rooflines;
  bool again = options.measure_machine;
  for (const int threads : ThreadsOf(options)) {
    const auto known = again ? std::nullopt : measure::KnownRoofline(threads);
    if (known) {
      rooflines.emplace(threads, *known);
      continue;
    }
    fmt::print(stderr, "measuring what this machine can do with {} thread{}, once (kept in {}) …\n", threads,
               threads == 1 ? "" : "s", measure::PeaksPath(threads).string());
    Status error;
    // In a child: OpenMP's threads don't survive a fork, and this process forks children.
    const auto work = [&](size_t) {
      json all = json::array();
      const measure::Roofline measured = measure::MeasuredRoofline(threads, again);
      for (const measure::Peaks& peaks : measured.peaks()) all.push_back(measure::PeaksText(peaks));
      return all.dump();
    };
    IsolationOptions isolation;
    isolation.parallel = 1;
    isolation.timeout_s = 300;
    RunIsolated(1, work, isolation, [&](size_t, ChildReport&& report) {
      error = EndOf(report, isolation);
      std::vector<measure::Peaks> peaks;
      for (const std::string text : error.ok() ? ParseJson(report.answer) : json::array()) {
        if (auto one = measure::PeaksFrom(text)) peaks.push_back(*std::move(one));
      }
      if (error.ok()) rooflines.emplace(threads, measure::Roofline(threads, std::move(peaks)));
      return true;
    });
    if (!error.ok()) return std::move(error).At("the measuring of this machine").Hint("--time-only does without");
  }
  return rooflines;
}

BenchRow MeasureRow(const PlannedCase& planned, int threads, const BenchOptions& options, const TestHarness& harness,
                    bool dispatch) {
  BenchRow row;
  row.id = RowId(planned, threads);
  row.op = planned.op_case->op;
  row.name = planned.op_case->name;
  row.dtype = DtypeName(planned.dtype);
  row.engine = planned.engine;
  row.threads = threads;
  const auto made = harness.packages->Declared(row.op, "bench");
  if (!made.ok()) {
    row.error = made.status();
    return row;
  }
  const auto instance = Instantiate(*planned.op_case, planned.dtype, **made);
  if (instance.ok() && !instance->runnable()) {
    row.error = Status(ErrorCode::kCaseInvalid, "a case without data can't be timed").At(planned.op_case->Place());
  }
  if (!instance.ok()) row.error = instance.status();
  if (!row.error.ok()) return row;
  const size_t rounds = options.rounds > 0 ? static_cast<size_t>(options.rounds) : kMostRounds;
  MeasureOptions measure{threads, options.seconds / static_cast<double>(options.rounds > 0 ? rounds : 8),
                         dispatch && !options.time_only};
  Clock::time_point start;
  int retries = kRetries;
  while (row.rounds.size() < rounds) {
    const size_t before = row.rounds.size();
    row.error = MeasureRound(instance.value(), harness, options, measure, retries, row);
    row.unsupported = row.error.code() == ErrorCode::kNoEngine && options.test.engine.empty();
    if (row.error.ok() && row.rounds.size() == before) continue;
    if (!row.error.ok() || !row.timed()) break;
    measure.dispatch = false;
    // The first round compiles and fills caches.
    if (row.rounds.size() == 1) start = Clock::now();
    if (options.rounds > 0) continue;
    if (row.rounds.size() >= 3 && SecondsSince(start) > 4 * options.seconds) break;
    if (row.rounds.size() >= kLeastRounds && (SecondsSince(start) > options.seconds || IsSure(row.rounds))) break;
  }
  if (!row.error.ok()) row.rounds.clear();
  return row;
}

void Judge(const std::map<int, measure::Roofline>& rooflines, BenchRow& row) {
  const auto found = rooflines.find(row.threads);
  if (found == rooflines.end() || !row.timed()) return;
  row.least_seconds = found->second.LeastSeconds(row.measured.work);
  row.bound = found->second.Bound(row.measured.work);
}

void ShowBenchProgress(size_t done, size_t total, const std::string& what) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K{} {}", ProgressLine(done, total, 0, -1), what.substr(0, 60));
  std::fflush(stderr);
}

void ClearBenchProgress() {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace opdk::verify
