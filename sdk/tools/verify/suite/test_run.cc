#include "sdk/tools/verify/suite/test_run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>

#include <chrono>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/package/sanitizer.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/derive/derive.h"
#include "sdk/tools/verify/explain/likely_faults.h"
#include "sdk/tools/verify/isolation/interrupt.h"
#include "sdk/tools/verify/isolation/stack_text.h"
#include "sdk/tools/verify/report/common_traits.h"
#include "sdk/tools/verify/report/reproducer.h"
#include "sdk/tools/verify/search/failure_record.h"

namespace opdk::verify {
namespace {

// Byte of freed memory (M_PERTURB); new memory holds its complement. Fresh pages would be zero, and a kernel may rely
// on zeros.
constexpr int kFreshMemory = 0x80;  // its complement: large numbers, NaN of 16 bits

// Returns everything besides the cases on which results depend.
std::string LogKey(const TestOptions& options, const Environment& environment) {
  std::string key = fmt::format("opdk {}", environment.opdk_version);
  for (const auto& library : environment.packages) {
    key += fmt::format("; {} {} sha256:{}", library.name, library.version, library.sha256.substr(0, 16));
  }
  key += "; seed " + options.seed;
  if (!options.run.standard.empty()) key += "; standard " + options.run.standard;
  if (!options.sanitizer.empty()) key += "; " + options.sanitizer;
  key += fmt::format("; checks {}", fmt::join(options.run.checks, ","));
  return key;
}

// Returns the case with its seed written out. The seed depends on the case's text, and the text changes where the case
// runs again.
OpCase Seeded(OpCase op_case, const std::optional<uint64_t>& seed) {
  if (seed) op_case.seed = static_cast<int64_t>(*seed);
  return op_case;
}

// Keeps a failed case in the package's directory for opdk repro, and forgets a passed one. A directory that can't be
// written to is no reason to stop.
void KeepOrForget(const PlannedCase& planned, const TestOptions& options, const TestTarget& target,
                  CaseReport& report) {
  std::error_code error;
  if (target.state.empty() || (report.result.ok() && !std::filesystem::exists(target.state + "/failures", error))) {
    return;
  }
  const OpCase op_case = Seeded(*planned.op_case, report.seed);
  FailureRecord record = RecordOf(op_case, planned.dtype, planned.engine);
  if (report.result.ok()) {
    ForgetFailure(record.id, target.state);
    return;
  }
  record.found_by = "test";
  record.standard = options.run.standard;
  record.checks = options.run.checks;
  record.kind = report.signal.empty() ? report.result.kind : "crash " + report.signal;
  record.reason = report.Explanation();
  record.plugins = target.plugin_dirs;
  if (KeepFailure(record, target.state).ok()) report.again = record.Command();
}

// Returns the case with the path of its reference: built packages don't say where their references lie, and the case
// may run again elsewhere.
OpCase SelfContained(OpCase op_case, const TestTarget& target, const References& references) {
  const std::string function = references.Of(op_case.op);
  if (target.state.empty() && !function.empty() && !op_case.expect && !op_case.golden) {
    op_case.golden = WrittenGolden{.has_files = true, .sources = {{{"python"}, {function}}}};
  }
  return op_case;
}

CaseReport Describe(const PlannedCase& planned, const TestTarget& target, const References& references) {
  const OpCase& op_case = *planned.op_case;
  CaseReport report;
  report.id = planned.id;
  report.op = op_case.op;
  report.name = op_case.name;
  report.dtype = DtypeName(planned.dtype);
  report.engine = planned.engine;
  report.place = op_case.Place();
  report.expects_refusal = op_case.expects_refusal();
  report.written = op_case;
  report.seed = SeedOf(op_case);
  report.reproducer = Reproducer(target.options, SelfContained(Seeded(op_case, report.seed), target, references),
                                 report.dtype, report.engine, report.id, op_case.file);
  report.digest = Sha256(report.id + "\n" + CaseText(op_case)).substr(0, 16);
  return report;
}

// Returns whether malloc or free ended the process.
bool IsHeapCheck(const std::string& stack) {
  for (const char* part : {"malloc_printerr", "__malloc_assert", "malloc_consolidate", "_int_free", "_int_malloc"}) {
    if (stack.find(part) != std::string::npos) return true;
  }
  return false;
}

void Conclude(ChildReport&& child, const IsolationOptions& options, CaseReport& report) {
  const std::string ended = child.Describe(options);
  const SanitizerReport sanitized = FindSanitizerReport(child.output);
  const auto answer = ParseJson(child.answer);
  report.end = child.end;
  report.seconds = child.seconds;
  report.output = std::move(child.output);
  if (child.end == ChildReport::End::kSignal) {
    report.signal = fmt::format("SIG{}", sigabbrev_np(child.detail));
    report.output = NamedStack(report.output);
    if (IsHeapCheck(report.output)) {
      report.output +=
          "the C library found its heap destroyed: something was written outside of its memory before, maybe long "
          "before; `opdk test --asan` names the place\n";
    }
  }
  if (!sanitized.headline.empty()) {
    // The sanitizer ended the process, not the kernel.
    report.end = ChildReport::End::kDone;
    report.result = Failure(sanitized.headline + (child.activity.empty() ? "" : " during " + child.activity) + "\n" +
                            sanitized.text);
    report.output.clear();
    return;
  }
  report.result = ended.empty() && !answer.is_discarded()
                      ? CaseResultFrom(answer)
                      : Failure(ended.empty() ? "the case's process gave no readable answer" : ended);
}

// Kernels that hang in case after case. Each case would wait for the time-out, so derived cases of such a kernel are
// left out.
class HangingKernels {
 public:
  void Note(const CaseReport& report) {
    if (report.end == ChildReport::End::kTimeout) ++timeouts_[{report.op, report.engine}];
  }
  bool Wants(const PlannedCase& planned) {
    if (!IsDerived(*planned.op_case)) return true;
    const auto found = timeouts_.find({planned.op_case->op, planned.engine});
    if (found == timeouts_.end() || found->second < kTimeouts) return true;
    ++left_out_[found->first];
    return false;
  }
  void Print() const {
    for (const auto& [kernel, count] : left_out_) {
      fmt::print(stderr,
                 "note: {} on {}: {} cases took too long; {} derived ones were not begun (--timeout gives each more)\n",
                 kernel.first, kernel.second, timeouts_.at(kernel), count);
    }
  }

 private:
  static constexpr size_t kTimeouts = 3;
  using Kernel = std::pair<std::string, std::string>;  // operator, engine
  std::map<Kernel, size_t> timeouts_;
  std::map<Kernel, size_t> left_out_;
};

std::string Now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace

Result<TestLog> OpenTestLog(const TestOptions& options, const TestTarget& target, const Environment& environment,
                            std::vector<PlannedCase>& planned) {
  TestLog log;
  const std::string path = options.resume.empty() ? target.log : options.resume;
  const std::string key = LogKey(options, environment);
  if (path.empty()) {
    if (!options.rerun_failed) return log;
    return Status(ErrorCode::kUsage, "--rerun-failed: nothing is kept of tests with --plugins")
        .Hint("--resume FILE keeps the results, with --rerun-failed too");
  }
  if (options.rerun_failed || !options.resume.empty()) {
    OPDK_TRY(RunLogContents contents, ReadRunLog(path));
    if (options.rerun_failed) {
      std::erase_if(planned, [&](const PlannedCase& one) {
        const auto known = contents.reports.find(one.id);
        return known == contents.reports.end() || known->second.result.ok();
      });
      if (planned.empty()) {
        return Status(ErrorCode::kNothingSelected, "--rerun-failed: no case failed in the last run").At(path);
      }
    } else if (!contents.key.empty() && contents.key != key) {
      return Status(ErrorCode::kInputMismatch,
                    fmt::format("these are the results of something else: they belong to\n  {}\nand now it is\n  {}",
                                contents.key, key))
          .At(path)
          .Hint("remove the file, or name another one");
    } else {
      log.known = std::move(contents.reports);
    }
  }
  OPDK_TRY(RunLog file, RunLog::Open(path, key, options.rerun_failed || !options.resume.empty()));
  log.file.emplace(std::move(file));
  return log;
}

Result<RunReport> RunCases(const std::vector<PlannedCase>& planned, const TestHarness& harness,
                           const TestOptions& options, const TestTarget& target, TestLog& log) {
  RunReport run;
  run.command = CalledAs();
  run.seed = options.seed;
  run.standard = options.run.standard;
  run.start = Now();
  run.selected = planned.size();
  const auto start = std::chrono::steady_clock::now();
  TerminalReport terminal(planned.size(), options.terminal);
  std::vector<CaseReport> reports;
  std::vector<bool> done(planned.size());
  std::vector<size_t> left;
  for (const PlannedCase& one : planned) {
    reports.push_back(Describe(one, target, harness.references));
    CaseReport& report = reports.back();
    const auto known = log.known.find(report.id);
    if (known == log.known.end() || known->second.digest != report.digest) {
      left.push_back(reports.size() - 1);
      continue;
    }
    auto written = std::move(report.written);
    report = std::move(known->second);
    report.written = std::move(written);
    done[reports.size() - 1] = true;
    terminal.Known(report);
  }
  if (left.size() < planned.size()) {
    fmt::print(stderr, "note: {} of {} cases are taken from {}\n", planned.size() - left.size(), planned.size(),
               options.resume);
  }
  const auto work = [&](size_t i) {
    mallopt(M_PERTURB, kFreshMemory);
    const PlannedCase& one = planned[left[i]];
    return Dump(ToJson(RunCase(*one.op_case, one.dtype, one.engine, harness, options.run)));
  };
  IsolationOptions isolation = options.isolation;
  isolation.memory_bytes = options.memory_mb << 20;
  const InterruptNoted interrupt;
  isolation.interrupted = interrupt.flag();
  HangingKernels hanging;
  isolation.wanted = [&](size_t i) { return hanging.Wants(planned[left[i]]); };
  Status logged;
  RunIsolated(left.size(), work, isolation, [&](size_t i, ChildReport&& child) {
    CaseReport& report = reports[left[i]];
    Conclude(std::move(child), isolation, report);
    KeepOrForget(planned[left[i]], options, target, report);
    done[left[i]] = true;
    hanging.Note(report);
    if (log.file) logged = log.file->Append(report);
    terminal.Done(report);
    return logged.ok() && (report.result.ok() || !options.exit_first);
  });
  OPDK_TRY(std::move(logged));
  for (size_t i = 0; i < reports.size(); ++i) {
    if (done[i]) run.cases.push_back(std::move(reports[i]));
  }
  run.common_traits = CommonTraits(run.cases);
  run.likely_faults = LikelyFaults(run.cases, harness, isolation);
  run.interrupted = interrupt.happened();
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  terminal.Finish(run);
  hanging.Print();
  return run;
}

}  // namespace opdk::verify
