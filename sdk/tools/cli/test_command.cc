// opdk test: the operator cases of a package, each in a child process.
#include <fmt/format.h>

#include <cstdio>

#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/operator_names.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/library_warnings.h"
#include "sdk/tools/cli/mutation_table.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/cli/target_options.h"
#include "sdk/tools/measure/roofline_file.h"
#include "sdk/tools/package/sanitizer.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/isolation/kernel_process.h"
#include "sdk/tools/verify/report/writers.h"
#include "sdk/tools/verify/suite/derivation.h"
#include "sdk/tools/verify/suite/mutation_run.h"
#include "sdk/tools/verify/suite/selection.h"
#include "sdk/tools/verify/suite/test_run.h"

namespace opdk::cli {
namespace {

// Returns the command's error from the counts, for callers that look at the exit code alone.
Status Verdict(const verify::RunReport& run, const verify::TestOptions& options, bool remembered) {
  const verify::Counts counts = run.counts();
  if (counts.failed > 0) {
    return Status(ErrorCode::kCaseFailed, fmt::format("{} of {} cases failed", counts.failed, counts.total()))
        .Hint(remembered ? "--rerun-failed runs them again, the line after 'reproduce:' runs one alone"
                         : "the line after 'reproduce:' runs one alone");
  }
  if (run.interrupted) {
    return Status(ErrorCode::kCaseFailed,
                  fmt::format("interrupted when {} of {} cases were run", run.cases.size(), run.selected))
        .Hint("--resume FILE keeps the results, to go on from there");
  }
  if (options.require_golden && counts.not_verified > 0) {
    return Status(ErrorCode::kCaseFailed,
                  fmt::format("{} cases ran, but nothing says what they must give", counts.not_verified))
        .Hint("give them an expect or a golden; --require-golden demands it");
  }
  if (counts.passed == 0 && counts.not_verified > 0 && options.shard.empty()) {
    return Status(ErrorCode::kNothingVerified,
                  fmt::format("{} case{} ran, and nothing says what {} must give", counts.not_verified,
                              counts.not_verified == 1 ? "" : "s", counts.not_verified == 1 ? "it" : "they"))
        .Hint("write a reference in NumPy, tests/op/<group>/<stem>.py, or give the cases an expect or a golden");
  }
  if (counts.passed + counts.not_verified > 0 || !options.shard.empty()) return Status();
  return Status(ErrorCode::kNothingSelected, "no engine ran any of the cases").Hint("see the package's op_info");
}

// Chooses the checks: the named or the default checks, without the skipped ones.
void ChooseChecks(verify::TestOptions& options) {
  std::vector<std::string>& checks = options.run.checks;
  if (checks.empty()) checks = verify::DefaultChecks();
  if (options.no_checks) checks.clear();
  for (const std::string& skipped : options.skipped_checks) std::erase(checks, skipped);
}

Status DerivationFailed() { return Status(ErrorCode::kCaseFailed, "cases could not be derived of every operator"); }

Status Test(verify::TestOptions options) {
  OPDK_TRY(verify::RestartToJudgeKernels());
  ChooseChecks(options);
  std::vector<verify::ReportTarget> reports;
  for (const std::string& text : options.reports) {
    OPDK_TRY(reports.emplace_back(), verify::ParseReportTarget(text));
    OPDK_TRY(verify::CheckWritable(reports.back()));
  }
  options.run.time_kernels = !reports.empty() || options.format == "json";
  if (options.run.time_kernels && !measure::KnownRoofline(1)) {
    fmt::print(stderr,
               "note: what this machine allows isn't known, so the report has no share of the roofline; "
               "`opdk bench Add --threads 1` measures it, once\n");
  }
  options.terminal.quiet = options.format != "text";
  options.terminal.cann_compat = options.run.cann_compat;
  OPDK_TRY(const verify::TestTarget target, verify::FindTarget(options));
  OPDK_TRY(verify::TestHarness harness, verify::LoadHarness(target));
  OPDK_TRY(NameOperators(*harness.packages, options.filters));
  OPDK_TRY(std::vector<verify::OpCase> cases, verify::ReadAllCases(target, options));
  OPDK_TRY(verify::ReadSeed(options));
  bool all_derived = true;
  // Cases that the user names run without derived ones. A score is that of the written cases.
  const bool named = !options.case_texts.empty() || !options.case_paths.empty();
  const bool asked = options.derive;
  options.derive = asked || (!named && !options.mutate);
  if (asked || (!named && !options.no_derive)) {
    OPDK_TRY(all_derived, verify::AddDerivedCases(options, target, harness, cases));
  }
  if (options.case_texts.empty()) {
    for (verify::OpCase& op_case : cases) op_case.run_seed = options.derivation.seed;
  }
  auto selected = verify::SelectCases(cases, options);
  // A derivation that crashed is the reason why nothing is left to select.
  if (!all_derived && selected.status().code() == ErrorCode::kNothingSelected) return DerivationFailed();
  OPDK_TRY(std::vector<verify::PlannedCase> planned, std::move(selected));
  if (!options.shard.empty()) {
    OPDK_TRY(verify::KeepShard(options.shard, planned));
    if (planned.empty()) fmt::print(stderr, "note: shard {} has no cases\n", options.shard);
  }
  if (options.list) {
    for (const verify::PlannedCase& one : planned) fmt::print("{}\n", SafeLine(one.id));
    return Status();
  }
  verify::StartPython(cases, harness);
  if (options.mutate) {
    const verify::MutationRun scored = verify::ScoreCases(planned, harness, options);
    PrintScores(scored.scores, options.format == "json");
    OPDK_TRY(verify::OutcomeOf(scored, options.least_score));
    return all_derived ? Status() : DerivationFailed();
  }
  PrintLibraryWarnings(target.built);
  verify::Environment environment = verify::DescribeEnvironment(*harness.packages);
  OPDK_TRY(verify::TestLog log, verify::OpenTestLog(options, target, environment, planned));
  OPDK_TRY(verify::RunReport run, verify::RunCases(planned, harness, options, target, log));
  run.environment = std::move(environment);
  if (options.format == "json") fmt::print("{}", verify::JsonReport(run));
  for (const verify::ReportTarget& report : reports) OPDK_TRY(verify::WriteReport(run, report));
  OPDK_TRY(Verdict(run, options, log.file.has_value()));
  return all_derived ? Status() : DerivationFailed();
}

void AddSelectionOptions(CLI::App& command, verify::TestOptions& options) {
  command.add_option("filter", options.filters, "operators, or part of a case's name (default: all cases)");
  command.add_option("--case", options.case_texts, "a case itself: 'Mish: [{name: …, inputs: …}]'; repeatable")
      ->type_name("YAML")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("-k", options.expression, "only ids that fit: 'mish and not (float16 or ai_cpu)'")
      ->type_name("EXPR");
  command.add_option("--engine", options.engine, "only this engine")->check(CLI::IsMember(EngineNames()));
  command.add_option("--dtype", options.dtype, "only with this data type")->type_name("TYPE");
  command.add_option("--shard", options.shard, "part i of n: the same cases on every machine")->type_name("i/n");
  command.add_flag("--rerun-failed", options.rerun_failed, "only what failed in the last run");
  command.add_flag("--derive", options.derive,
                   "add cases derived from prototype and operator information where cases are named, too");
  command.add_flag("--no-derive", options.no_derive, "the written cases only");
  command
      .add_option_function<size_t>(
          "--derive-cases",
          [&options](size_t most) {
            options.derivation.most = most;
            options.derivation.every_column = false;
          },
          "cases derived of one operator at most (default: 100, more where every column of the operator information "
          "needs them)")
      ->type_name("N")
      ->check(PositiveNumber());
  command.add_option("--seed", options.seed, "what random data and derivation start from: a number, or random")
      ->type_name("N|random");
  command.add_flag("--list", options.list, "print the cases and run none");
}

// Adds the options that say how a case is judged.
void AddJudgingOptions(CLI::App& command, verify::TestOptions& options) {
  command.add_option("--standard", options.run.standard, "judge by this precision standard, not by the cases' own")
      ->check(CLI::IsMember(verify::StandardNames()));
  command.add_flag("--require-golden", options.require_golden, "a case that can't be verified fails the run");
  command.add_flag("--cann-compat", options.run.cann_compat, "print what msOpST's rule says of each output, too");
  command.add_option("--checks", options.run.checks, "make only these checks beyond the values")
      ->check(CLI::IsMember(verify::CheckNames()))
      ->delimiter(',');
  command.add_option("--skip-check", options.skipped_checks, "leave this check out")
      ->check(CLI::IsMember(verify::CheckNames()));
  command.add_flag("--no-checks", options.no_checks, "compare values only");
  for (const std::string& sanitizer : SanitizerNames()) {
    command.add_flag_callback(
        "--" + sanitizer, [&options, sanitizer] { options.sanitizer = sanitizer; },
        fmt::format("build the package with this sanitizer, in build-{}, and run the cases so", sanitizer));
  }
  CLI::Option* mutate = command.add_flag(
      "--mutate", options.mutate,
      "run none: tell which small faults of the operators' expressions and results the cases would not notice");
  command.add_option("--min-score", options.least_score, "percent of the mutants to be noticed, else exit code 1")
      ->needs(mutate)
      ->type_name("PERCENT")
      ->check(CLI::Range(0, 100));
}

void AddRunOptions(CLI::App& command, verify::TestOptions& options) {
  command.add_option("-j,--jobs", options.isolation.parallel, "cases at once (default: one per processor)")
      ->check(PositiveNumber());
  command.add_option("--timeout", options.isolation.timeout_s, "seconds that one case may take")
      ->check(PositiveNumber())
      ->capture_default_str();
  command.add_option("--memory", options.memory_mb, "megabytes that one case may take (default: no limit)")
      ->type_name("MB")
      ->check(CLI::Range(1, 1 << 24));
  command.add_flag("-x,--exitfirst", options.exit_first, "stop at the first case that fails");
  command
      .add_option("--resume", options.resume,
                  "keep the results in FILE while they come, and take those that are there already")
      ->type_name("FILE");
}

void AddReportOptions(CLI::App& command, verify::TestOptions& options) {
  command.add_option("--report", options.reports, "json=PATH, junit=PATH or html=PATH; repeatable")
      ->type_name("KIND=PATH")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--format", options.format, "of stdout: text, or json as in --report json=")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_flag("-v,--verbose", options.terminal.verbose, "a line for every case");
  command.add_option("--durations", options.terminal.durations, "list the N slowest cases")->type_name("N");
}

}  // namespace

void AddTestCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<verify::TestOptions>();
  CLI::App* command = app.add_subcommand("test", "Run the operator cases of a package.");
  AddSelectionOptions(*command, *options);
  AddTargetOptions(*command, *options);
  AddJudgingOptions(*command, *options);
  AddRunOptions(*command, *options);
  AddReportOptions(*command, *options);
  Exclude(*command, "--no-checks", {"--checks", "--skip-check"});
  Exclude(*command, "--no-derive", {"--derive", "--derive-cases"});
  Exclude(*command, "--mutate",
          {"--checks", "--skip-check", "--no-checks", "--standard", "--require-golden", "--cann-compat", "--exitfirst",
           "--resume", "--rerun-failed", "--report", "--verbose", "--durations"});
  std::string checks;
  for (const verify::Check& check : verify::AllChecks()) {
    checks += fmt::format("  {:<17} {}\n", check.name, check.meaning);
  }
  command->footer(
      "Builds the package of this directory and runs its cases, tests/op/**.yaml, with each dtype on each engine, and "
      "cases\n"
      "that are derived from prototype and operator information. Each runs in a process of its own: a crash is one\n"
      "failure. With --plugins, what lies there is tested as it is.\n"
      "Exit code 1 when a case fails or Ctrl-C ended the run, 4 when there was nothing to run, 9 when cases ran and "
      "none could be verified. With --mutate 1 only "
      "when\n"
      "a score is below --min-score.\n\n"
      "Checks beyond the values:\n" +
      checks +
      "\nExamples:\n"
      "  opdk test\n"
      "  opdk test --asan\n"
      "  opdk test --no-derive\n"
      "  opdk test --derive-cases 1000 --seed random\n"
      "  opdk test Mish --engine ai_core -v\n"
      "  opdk test -k 'not float16' --shard 2/3 --report junit=results.xml --report html=results.html\n"
      "  opdk test --rerun-failed -x\n"
      "  opdk test Mish --mutate --min-score 90\n"
      "  opdk test --plugins build/plugins --cases tests/op/activation/mish.yaml");
  command->callback([options, &outcome] { outcome = Test(*options); });
}

}  // namespace opdk::cli
