// opdk bench: measures operators against the machine, a saved measurement or another build.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "graph_core/package/engine_info.h"
#include "graph_core/package/operator_names.h"
#include "opdk/output_file.h"
#include "opdk/package.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/bench_table.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/model/open_model.h"
#include "sdk/tools/verify/bench/bench_plan.h"
#include "sdk/tools/verify/bench/bench_run.h"
#include "sdk/tools/verify/bench/build_duel.h"
#include "sdk/tools/verify/bench/comparison.h"
#include "sdk/tools/verify/report/reproducer.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::cli {
namespace {

Status FailureOf(const std::vector<verify::BenchRow>& failed, size_t rows) {
  if (failed.empty()) return Status();
  return Status(failed[0].error.code(), fmt::format("{} of {} rows failed", failed.size(), rows));
}

Status SlowerThan(const std::vector<verify::ComparedRow>& rows, const verify::BenchOptions& options) {
  size_t slower = 0;
  for (const verify::ComparedRow& row : rows) slower += row.verdict == verify::Verdict::kSlower ? 1 : 0;
  if (slower == 0) return Status();
  return Status(ErrorCode::kRegression, fmt::format("{} of {} rows are more than {:g} % slower than {}", slower,
                                                    rows.size(), options.threshold_percent, options.against));
}

void PrintSlower(const std::vector<verify::ComparedRow>& rows, bool colour) {
  for (const verify::ComparedRow& row : rows) {
    if (row.verdict == verify::Verdict::kSlower) fmt::print("{}", SlowerLine(row, colour));
  }
}

// Shows the rows of one operator together, after its last row is measured.
class Tables {
 public:
  explicit Tables(const verify::BenchOptions& options)
      : quiet_(options.test.format != "text"), colour_(options.test.terminal.colour) {}
  ~Tables() { Flush(); }
  void Add(const verify::BenchRow& row) {
    if (!row.error.ok() && !row.unsupported) {
      verify::ClearBenchProgress();
      fmt::print(quiet_ ? stderr : stdout, "{}", BenchFailure(row, colour_));
      std::fflush(stdout);
      return;
    }
    if (!rows_.empty() && rows_[0].op != row.op) Flush();
    rows_.push_back(row);
  }
  void Flush() {
    verify::ClearBenchProgress();
    if (!quiet_ && !rows_.empty()) {
      fmt::print("{}{}", shown_ ? "\n" : "", BenchTable(rows_, colour_));
      shown_ = true;
    }
    std::fflush(stdout);
    rows_.clear();
  }

 private:
  bool quiet_;
  bool colour_;
  bool shown_ = false;
  std::vector<verify::BenchRow> rows_;
};

Result<verify::BenchResults> MeasureAll(const verify::BenchPlan& plan, const verify::BenchOptions& options,
                                        const verify::TestHarness& harness) {
  verify::BenchResults results;
  results.machine = verify::ThisMachine();
  results.opdk = OPDK_SDK_VERSION;
  results.command = verify::CalledAs();
  std::map<int, measure::Roofline> rooflines;
  if (!options.time_only) {
    OPDK_TRY(rooflines, verify::RooflinesOf(options));
  }
  const std::vector<int> threads = verify::ThreadsOf(options);
  std::set<std::string> dispatched;  // an operator's calls cost the same for all shapes
  Tables tables(options);
  const size_t total = plan.planned.size() * threads.size();
  for (const verify::PlannedCase& planned : plan.planned) {
    for (const int count : threads) {
      verify::ShowBenchProgress(results.rows.size(), total, planned.id);
      const std::string group = fmt::format("{}/{}/{}", planned.op_case->op, planned.engine, count);
      verify::BenchRow row = verify::MeasureRow(planned, count, options, harness, dispatched.count(group) == 0);
      if (row.timed()) dispatched.insert(group);
      verify::Judge(rooflines, row);
      tables.Add(row);
      results.rows.push_back(std::move(row));
    }
  }
  return results;
}

// Returns the command's error, if any. E2008: no engine took any case.
Status Outcome(const verify::BenchResults& results) {
  std::vector<verify::BenchRow> failed;
  bool any = false;
  for (const verify::BenchRow& row : results.rows) {
    if (!row.error.ok() && !row.unsupported) failed.push_back(row);
    any = any || row.error.ok();
  }
  OPDK_TRY(FailureOf(failed, results.rows.size()));
  if (any || results.rows.empty()) return Status();
  return results.rows[0].error;
}

Status CompareWithFile(const verify::BenchResults& before, const verify::BenchResults& now,
                       const verify::BenchOptions& options) {
  const std::vector<verify::ComparedRow> compared = verify::CompareRows(before, now, options.threshold_percent / 100);
  if (compared.empty()) {
    std::set<std::string> known;
    for (const verify::BenchRow& row : before.rows) known.insert(row.op);
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    return Status(ErrorCode::kInputMismatch,
                  fmt::format("none of the {} rows is in the file, which has {} of {}", now.rows.size(),
                              before.rows.size(), names.empty() ? "nothing" : names))
        .At(options.against)
        .Hint("measure the same operators, shapes, engines and threads as then: " + before.command);
  }
  const bool same_machine = before.machine == now.machine;
  if (!same_machine) {
    fmt::print(stderr, "warning: {} was measured on another machine ({}, {} CPUs; this one: {}, {} CPUs): {}\n",
               options.against, before.machine.cpu, before.machine.cpus, now.machine.cpu, now.machine.cpus,
               options.gate ? "the ratios say little" : "the ratios say little and fail nothing (--gate lets them)");
  }
  const bool text = options.test.format == "text";
  if (text) {
    fmt::print("\n{}", ComparisonTable(compared, options.against, options.test.terminal.colour));
    PrintSlower(compared, options.test.terminal.colour);
  }
  if (compared.size() < now.rows.size()) {
    fmt::print(stderr, "note: {} rows are not in {}\n", now.rows.size() - compared.size(), options.against);
  }
  return same_machine || options.gate ? SlowerThan(compared, options) : Status();
}

Status CompareWithLibrary(const verify::BenchPlan& plan, const verify::TestTarget& target,
                          const verify::BenchOptions& options) {
  OPDK_TRY(const verify::Duel duel, verify::DuelOfBuilds(plan, target, options));
  const bool colour = options.test.terminal.colour;
  for (const verify::BenchRow& row : duel.failed) fmt::print("{}", BenchFailure(row, colour));
  if (!duel.rows.empty()) fmt::print("{}", ComparisonTable(duel.rows, options.against, colour));
  PrintSlower(duel.rows, colour);
  if (duel.unsupported > 0) fmt::print(stderr, "note: {} rows run no kernel on their engine\n", duel.unsupported);
  OPDK_TRY(FailureOf(duel.failed, duel.rows.size() + duel.failed.size() + duel.unsupported));
  if (duel.rows.empty()) return Status(ErrorCode::kNothingSelected, "no engine runs any of the rows");
  return SlowerThan(duel.rows, options);
}

Status Save(const verify::BenchResults& results, const std::string& path) {
  const Status written = WriteFile(path, verify::Dump(ToJson(results), 1) + "\n");
  if (!written.ok()) return Status(ErrorCode::kWriteFailed, written.message());
  fmt::print(stderr, "wrote {}\n", path);
  return Status();
}

Status RunBench(verify::BenchOptions options) {
  options.test.terminal.quiet = options.test.format != "text";
  const bool duel = !options.against.empty() && verify::IsLibrary(options.against);
  if (duel && (!options.save.empty() || options.test.format != "text")) {
    return Status(ErrorCode::kUsage, "--save and --format json belong to a measurement, not to two builds by turns")
        .Hint("leave them out, or --against a saved file");
  }
  verify::BenchResults before;
  if (!options.against.empty() && !duel) {
    OPDK_TRY(before, verify::ReadBenchResults(options.against));
  }
  OPDK_TRY(const verify::TestTarget target, verify::FindBenchTarget(options));
  verify::TestHarness harness;
  OPDK_TRY(harness.packages, LoadPackages(target.plugin_dirs));
  OPDK_TRY(harness.engines, MakeEngines());
  OPDK_TRY(NameOperators(*harness.packages, options.test.filters));
  OPDK_TRY(const verify::BenchPlan plan, verify::PlanBench(options, target, harness));
  if (options.test.list) {
    for (const verify::PlannedCase& one : plan.planned) fmt::print("{}\n", SafeLine(one.id));
    return Status();
  }
  if (duel) return CompareWithLibrary(plan, target, options);
  OPDK_TRY(const verify::BenchResults results, MeasureAll(plan, options, harness));
  if (options.test.format == "json") fmt::print("{}\n", verify::Dump(ToJson(results), 1));
  if (!options.save.empty()) OPDK_TRY(Save(results, options.save));
  OPDK_TRY(Outcome(results));
  return options.against.empty() ? Status() : CompareWithFile(before, results, options);
}

CLI::Option* Repeatable(CLI::Option* option) {
  return option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void AddWhatOptions(CLI::App& command, verify::BenchOptions& options) {
  verify::TestOptions& test = options.test;
  test.build.root = ".";
  command.add_option("operator", test.filters,
                     "Operators, each with a small, a medium and a large shape; or part of a case's name (default: all "
                     "operators of the package)");
  Repeatable(command.add_option("--shape", options.shapes,
                                "This shape: 64x1000; several inputs with commas, 128x768,768x3072; repeatable"))
      ->type_name("SHAPES");
  Repeatable(command.add_option("--attr", options.attrs, "Attribute, typed by the prototype; lists are 1,2,3"))
      ->type_name("NAME=VALUE");
  command.add_option("--dtype", options.dtypes, "Data types (default: float, or the first one there is)")
      ->type_name("TYPE[,TYPE]")
      ->delimiter(',');
  command.add_option("--engine", test.engine, "Only this engine")->check(CLI::IsMember(EngineNames()));
  command.add_option("--threads", options.threads, "Thread counts (default: all CPUs)")
      ->type_name("N[,M]")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));
  Repeatable(command.add_option("--cases", test.case_paths, "The cases of a file or directory, as they are written"));
  Repeatable(command.add_option("--case", test.case_texts, "A case itself: 'Mish: [{name: …, inputs: …}]'"))
      ->type_name("YAML");
  command.add_option("-k", test.expression, "Only cases whose ids fit: 'mish and not float16'")->type_name("EXPR");
  command.add_flag("--list", test.list, "Print what would be timed");
  AddPluginsOption(command, test.plugin_dirs);
  command.add_option("--package", test.build.root, "The package, or any directory in it (default: this one)");
  command.add_option("--build-dir", test.build.directory, "Where the package is built (default: build in it)");
  command.add_flag("--no-build", test.no_build, "Time what the last build made");
}

void AddHowOptions(CLI::App& command, verify::BenchOptions& options) {
  command.add_option("--time", options.seconds, "Seconds of samples for a row, at most")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  command.add_option("--rounds", options.rounds, "Processes that each measure a row (default: until it's sure)")
      ->check(CLI::Range(1, 1000));
  command.add_option("--timeout", options.test.isolation.timeout_s, "Seconds that one process may take")
      ->check(PositiveNumber())
      ->capture_default_str();
  command.add_flag("--time-only", options.time_only, "Without the machine's roofline and the cost of dispatch");
  command.add_flag("--measure-machine", options.measure_machine, "Measure the roofline again");
  command.add_option("--save", options.save, "Write the measurement, for --against")->type_name("FILE");
  command.add_option("--against", options.against, "Compare with a saved measurement, or with another build")
      ->type_name("FILE|LIB.so");
  command.add_option("--threshold", options.threshold_percent, "Percent by which a row must be slower to fail")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  command.add_flag("--gate", options.gate, "A file of another machine may fail the run, too");
  command.add_option("--format", options.test.format, "Of stdout: text, or json as --save writes it")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
}

}  // namespace

void AddBenchCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<verify::BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Time operators, against the machine or another build");
  AddWhatOptions(*command, *options);
  AddHowOptions(*command, *options);
  Exclude(*command, "--plugins", {"--package", "--build-dir", "--no-build"});
  Exclude(*command, "--time-only", {"--measure-machine"});
  Need(*command, "--against", {"--threshold", "--gate"});
  command->footer(
      "Each row is measured in several processes; shown are the median call, the spread over all samples, what it "
      "moves\n"
      "and computes, and the share of the roofline: the least time that this machine was measured to need for as many\n"
      "bytes (in the cache that holds them) and operations, over the median. FLOP: as the expression has them, exp "
      "being\n"
      "one. Dispatch: what a call through the runtime costs beside the kernel.\n\n"
      "--against LIB.so runs both builds in turns and fails (exit code 8) when the whole 95 % interval of a row's "
      "ratio\n"
      "lies above the threshold, in two measurements. --against FILE does so with a file of this machine.\n\n"
      "Examples:\n"
      "  opdk bench SoftmaxV2\n"
      "  opdk bench SoftmaxV2 --shape 64x1000 --shape 4096x1000 --dtype float,float16 --attr axes=-1\n"
      "  opdk bench MatMul --shape 128x768,768x3072 --threads 1,2 --engine ai_core\n"
      "  opdk bench --save before.json              every operator of this package\n"
      "  opdk bench --against before.json\n"
      "  opdk bench Mish --against ../released/libmy_ops.so --threshold 10\n"
      "  opdk bench -k 'mish and odd' --plugins build/plugins --cases tests/op");
  command->callback([options, &outcome] { outcome = RunBench(*options); });
}

}  // namespace opdk::cli
