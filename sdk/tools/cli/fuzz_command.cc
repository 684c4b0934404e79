// opdk fuzz: searches a package's operators for cases that fail.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/operator_names.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/cli/target_options.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/isolation/interrupt.h"
#include "sdk/tools/verify/isolation/kernel_process.h"
#include "sdk/tools/verify/report/reproducer.h"
#include "sdk/tools/verify/search/failure_record.h"
#include "sdk/tools/verify/search/fuzz.h"
#include "sdk/tools/verify/search/seeds.h"
#include "sdk/tools/verify/suite/search_target.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using verify::FuzzReport;
using verify::SearchCase;

constexpr double kSeconds = 30;

struct FuzzCommand {
  verify::SearchTargetOptions target;
  std::vector<std::string> operators;
  std::string engine;
  bool coverage = false;
  bool no_checks = false;
  verify::FuzzOptions search;
};

// Counts over the whole command.
struct Totals {
  size_t searched = 0;  // operators on an engine
  size_t ran = 0;       // cases that the operators accepted
  size_t failures = 0;
};

Status KeepAndShow(const verify::FuzzFailure& failure, const FuzzCommand& command, const verify::TestTarget& target) {
  const SearchCase& smallest = failure.smallest;
  const std::string& kind = failure.judgement.kind;
  if (!failure.not_repeatable.empty()) {
    fmt::print("NOT REPEATABLE {} on {}: {} (run {})\n  {}\n  why: {}\n  the case: {}\n", smallest.op, smallest.engine,
               kind, failure.run, SafeLines(failure.judgement.reason), failure.not_repeatable,
               SafeLine(verify::CaseText(failure.original.ToCase())));
    std::fflush(stdout);
    return Status();
  }
  const verify::OpCase op_case = smallest.ToCase("fails with " + kind);
  verify::FailureRecord record = verify::RecordOf(op_case, smallest.dtype(), smallest.engine);
  record.found_by = "fuzz";
  record.checks = failure.checks;
  record.seed = command.search.seed;
  record.kind = kind;
  record.reason = failure.judgement.reason;
  for (const std::string& plugin : target.plugin_dirs) record.plugins.push_back(fs::absolute(plugin).string());
  OPDK_TRY(const std::string path, verify::KeepFailure(record, verify::StateDirectory(command.target)));
  fmt::print("FAILED {} on {}: {} (run {}, {} elements shrunk to {}{})\n", smallest.op, smallest.engine, kind,
             failure.run, failure.original.elements(), smallest.elements(),
             failure.interrupted ? "; there was no time to try for less" : "");
  fmt::print("  {}\n  as a case:\n{}:\n  - {}\n  again: {}\n  reproduce: {}\n", SafeLines(failure.judgement.reason),
             smallest.op, record.case_yaml, record.Command(),
             verify::Reproducer(target.options, op_case, DtypeName(record.dtype), record.engine, record.id, path));
  std::fflush(stdout);
  fmt::print(stderr, "note: kept in {}\n", path);
  return Status();
}

void ShowReport(const std::string& op, const std::string& engine, const FuzzReport& report,
                const verify::Seeds& seeds) {
  fmt::print("{} on {}: {} runs ({:.0f}/s), {} passed", op, engine, report.runs,
             static_cast<double>(report.runs) / std::max(report.seconds, 1e-3), report.passed);
  const auto also = [](size_t count, const char* what) {
    if (count > 0) fmt::print(", {} {}", count, what);
  };
  also(report.failed, "failed");
  also(report.timed_out, "timed out");
  also(report.crashed, "crashed");
  also(report.not_repeatable, "not repeatable");
  also(report.refused, "refused by the operator");
  also(report.unsupported, "not for this engine");
  also(report.not_verified, "ran, not verified");
  fmt::print("; seeds: {} written, {} derived, {} of the corpus; {} new in the corpus", seeds.written, seeds.derived,
             seeds.corpus, report.kept.size());
  also(report.edges, "edges covered");
  fmt::print("\n");
  std::fflush(stdout);
}

Status FuzzOperator(const std::string& op, const FuzzCommand& command, const verify::TestTarget& target,
                    const verify::TestHarness& harness, const std::vector<verify::OpCase>& cases, Totals& totals) {
  const OpInfo* info = harness.packages->Providers(op).front().info;
  std::vector<std::string> engines;
  for (const std::string& engine : EngineNames()) {
    const bool wanted = command.engine.empty() || command.engine == engine;
    if (wanted && info != nullptr && info->Find(engine) != nullptr) engines.emplace_back(engine);
  }
  if (engines.empty()) return Status();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const std::string state = verify::StateDirectory(command.target);
  OPDK_TRY(const verify::Seeds seeds, verify::SeedsOf(op, cases, state, harness));
  if (!seeds.crash.empty()) {
    fmt::print("FAILED derivation of {}\n", seeds.crash);
    ++totals.failures;
  }
  for (const std::string& engine : engines) {
    if (*command.search.interrupted != 0) return Status();
    ++totals.searched;
    Status written;
    size_t in_corpus = 0;
    const auto progress = [&](const FuzzReport& report) {
      // Kept at once, so that the cases aren't lost if this process ends.
      if (written.ok())
        written = verify::KeepCorpus({report.kept.begin() + static_cast<std::ptrdiff_t>(in_corpus), report.kept.end()},
                                     state);
      in_corpus = report.kept.size();
      if (!terminal) return;
      fmt::print(stderr, "\r\033[K{} on {}: {} runs, {} passed, {} kept", op, engine, report.runs, report.passed,
                 report.kept.size());
    };
    const auto begin = verify::ForEngine(seeds, op, engine, harness, command.search.max_elements);
    if (begin.cases.empty()) {
      fmt::print(stderr, "note: {} on {}: none of the cases can be varied\n", op, engine);
      continue;
    }
    OPDK_TRY(const FuzzReport report, verify::Fuzz(op, engine, begin, harness, command.search, progress));
    if (terminal) fmt::print(stderr, "\r\033[K");
    ShowReport(op, engine, report, seeds);
    if (report.passed == 0 && report.not_verified > 0) {
      fmt::print(
          stderr,
          "note: nothing says what {} must give on {}: only checks and crashes were looked for. Give a case of it "
          "a golden\n",
          op, engine);
    }
    OPDK_TRY(std::move(written));
    for (const verify::FuzzFailure& failure : report.failures) OPDK_TRY(KeepAndShow(failure, command, target));
    // A time-out on a busy machine proves nothing against the operator.
    totals.failures += static_cast<size_t>(
        std::count_if(report.failures.begin(), report.failures.end(), [](const verify::FuzzFailure& failure) {
          return failure.not_repeatable.empty() || !verify::IsTimeout(failure.judgement.kind);
        }));
    totals.ran += report.runs - report.refused - report.unsupported;
  }
  return Status();
}

Status RunFuzz(FuzzCommand command) {
  OPDK_TRY(verify::RestartToJudgeKernels());
  if (command.search.runs == 0 && command.search.seconds == 0) command.search.seconds = kSeconds;
  if (!command.no_checks) command.search.checks = verify::DefaultChecks();
  if (command.coverage) OPDK_TRY(verify::BuildForCoverage(command.target));
  OPDK_TRY(verify::TestTarget target, verify::FindSearchTarget(command.target));
  OPDK_TRY(verify::TestHarness harness, verify::LoadHarness(target));
  OPDK_TRY(NameOperators(*harness.packages, command.operators));
  OPDK_TRY(const std::vector<verify::OpCase> cases, verify::ReadCaseFiles(target));
  OPDK_TRY(const std::vector<std::string> operators, verify::OperatorsOf(harness, command.operators));
  // If the target is the built-in operators alone, `opdk test` must be told their place.
  if (target.options.empty()) {
    target.options = {"--plugins", harness.packages->Providers(operators[0]).front().package->path};
  }
  verify::StartPython(cases, harness);
  const verify::InterruptNoted interrupt;
  command.search.interrupted = interrupt.flag();
  Totals totals;
  for (const std::string& op : operators) {
    if (interrupt.happened()) break;
    OPDK_TRY(FuzzOperator(op, command, target, harness, cases, totals));
  }
  if (totals.failures > 0) {
    return Status(ErrorCode::kCaseFailed,
                  fmt::format("{} failure{} found", totals.failures, totals.failures == 1 ? "" : "s"))
        .Hint("opdk repro ID runs one again; put the case into tests/op to keep it");
  }
  if (interrupt.happened()) {
    return Status(ErrorCode::kCaseFailed, "interrupted; until then nothing failed").Hint("the corpus is kept");
  }
  if (totals.searched == 0) {
    return Status(ErrorCode::kNothingSelected, "none of the operators has a kernel on this engine").Hint("opdk list");
  }
  if (totals.ran > 0) return Status();
  return Status(ErrorCode::kNothingSelected, "the operator accepted none of the cases that were tried")
      .Hint("write an example in tests/op, from which the search starts, or give more --time");
}

void AddSearchOptions(CLI::App& command, FuzzCommand& options) {
  verify::FuzzOptions& search = options.search;
  command.add_option("--engine", options.engine, "only this engine")->check(CLI::IsMember(EngineNames()));
  command
      .add_option("--time", search.seconds,
                  fmt::format("time for each operator and engine (default: {}, or no limit with --runs)", kSeconds))
      ->type_name("SECONDS")
      ->check(PositiveNumber());
  command.add_option("--runs", search.runs, "at most so many cases of each")->type_name("N")->check(PositiveNumber());
  command.add_option("--seed", search.seed, "of the random numbers: the same one draws the same cases")
      ->capture_default_str();
  command.add_flag("--keep-going", search.keep_going, "after a failure search on, for others of another kind");
  command.add_flag("--no-checks", options.no_checks, "compare values only");
  command.add_flag("--coverage", options.coverage,
                   "build the package with -fsanitize-coverage=trace-pc, in build-coverage, and let edges guide");
  command.add_option("-j,--jobs", search.parallel, "processes at once (default: one per processor)")
      ->check(PositiveNumber());
  command.add_option("--timeout", search.timeout_s, "seconds that one run may take; its golden has ten times that")
      ->check(PositiveNumber())
      ->capture_default_str();
  command.add_option("--shrink-time", search.shrink_seconds, "time for making one failure small")
      ->type_name("SECONDS")
      ->check(PositiveNumber())
      ->capture_default_str();
  command.add_option("--max-elements", search.max_elements, "of one tensor")
      ->check(PositiveNumber())
      ->capture_default_str();
}

}  // namespace

void AddFuzzCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<FuzzCommand>();
  CLI::App* command = app.add_subcommand("fuzz", "Search operators for cases that fail.");
  command->add_option("operator", options->operators, "operators (default: all of the package)");
  AddSearchTargetOptions(*command, options->target);
  AddSearchOptions(*command, *options);
  command->footer(fmt::format(
      "Varies shapes, dtypes, attributes and values, beginning with the cases of tests/op, with derived ones and with\n"
      "the corpus. A run fails as a case of opdk test does: by its values, its inference, a check, a crash, a hang.\n"
      "Every run makes the checks {}; one in {} makes all that opdk test makes.\n"
      "The first failure of each kind is shrunk and printed as a case and as a command; .opdk/corpus keeps what\n"
      "reached something new, .opdk/failures what opdk repro runs again. What fails and doesn't when it is run again "
      "is\n"
      "said to be not repeatable, with what can be told of why; a time limit that was passed once fails nothing. "
      "Ctrl-C ends the search and keeps that, too.\n"
      "Outside a package and without --plugins the built-in operators can be named.\n"
      "Exit code 1 when something fails or Ctrl-C ended the search, 4 when no case was accepted.\n\n"
      "Examples:\n"
      "  opdk fuzz\n"
      "  opdk fuzz Mish --engine ai_cpu --time 10 --coverage\n"
      "  opdk fuzz SoftmaxV2 --runs 1000 --seed 7 --state /tmp/softmax\n"
      "  opdk fuzz Add --plugins build/plugins --cases tests/op/elementwise/add.yaml --keep-going",
      fmt::join(verify::kCheapChecks, " and "), verify::kAllChecksEvery));
  command->callback([options, &outcome] { outcome = RunFuzz(*options); });
}

}  // namespace opdk::cli
