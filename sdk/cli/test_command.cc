// opdk test: the operator cases of a package, each in a child process.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/ir/type_names.h"
#include "sdk/cli/author/package_build.h"
#include "sdk/cli/commands.h"
#include "sdk/cli/model_options.h"
#include "sdk/cli/search/mutate.h"
#include "sdk/cli/search/package_target.h"
#include "sdk/verify/run/isolated.h"
#include "sdk/verify/run/run_case.h"
#include "sdk/verify/search/failure_record.h"

namespace opdk::cli {
namespace {

using verify::CaseResult;
using verify::OpCase;
using verify::Outcome;

struct TestOptions {
  std::vector<std::string> filters;
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> cases;
  std::string engine;
  BuildRequest build;
  bool no_build = false;
  bool list = false;
  bool in_package = false;  // the one that was built, not libraries that were named
  bool mutate = false;
  double least_score = 0;
  verify::IsolationOptions isolation;
  verify::RunOptions run;
};

// A case with one dtype on one engine.
struct Planned {
  const OpCase* op_case = nullptr;
  ge::DataType dtype = ge::DT_FLOAT;
  std::string engine;

  std::string Id() const { return fmt::format("{}/{}/{}/{}", op_case->op, op_case->name, DtypeName(dtype), engine); }
};

bool Selected(const Planned& planned, const std::vector<std::string>& filters) {
  const std::string id = planned.Id();
  return filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
           return filter == planned.op_case->op || (filter.find('/') != std::string::npos && id.find(filter) == 0) ||
                  (filter != planned.op_case->op && planned.op_case->name.find(filter) != std::string::npos);
         });
}

CaseResult FromReport(const verify::ChildReport& report, const verify::IsolationOptions& options) {
  const std::string ended = report.Describe(options);
  const auto json = nlohmann::json::parse(report.answer, nullptr, false);
  if (!ended.empty() || json.is_discarded()) return verify::Failure(fmt::format("{}\n{}", ended, report.output));
  return verify::CaseResultFrom(json);
}

std::string Indented(const std::string& text) {
  std::string lines = "  ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "  ";
  }
  while (!lines.empty() && (lines.back() == ' ' || lines.back() == '\n')) lines.pop_back();
  return lines;
}

// The package of the directory (built), or the directories that were named.
Status FindPackages(TestOptions& options) {
  if (!options.plugin_dirs.empty()) return Status();
  OPDK_TRY(options.build.root, FindPackageRoot(options.build.root));
  options.in_package = true;
  std::vector<BuiltPackage> packages;
  if (options.no_build) {
    const std::string directory =
        options.build.directory.empty() ? options.build.root + "/build" : options.build.directory;
    OPDK_TRY(packages, ReadBuiltPackages(directory));
  } else {
    OPDK_TRY(packages, BuildPackage(options.build));
  }
  for (const BuiltPackage& package : packages) {
    options.plugin_dirs.push_back(package.library);
    if (options.cases.empty()) options.cases.push_back(package.root + "/tests/op");
  }
  return Status();
}

Result<std::vector<OpCase>> ReadAllCases(const std::vector<std::string>& paths) {
  std::vector<OpCase> cases;
  for (const std::string& path : paths) {
    std::error_code error;
    std::vector<std::string> files = {path};
    if (std::filesystem::is_directory(path, error)) files = verify::CaseFilesIn(path);
    for (const std::string& file : files) {
      OPDK_TRY(auto more, verify::ReadCaseFile(file));
      std::move(more.begin(), more.end(), std::back_inserter(cases));
    }
  }
  return cases;
}

std::vector<Planned> Plan(const std::vector<OpCase>& cases, const TestOptions& options) {
  std::vector<Planned> planned;
  for (const OpCase& op_case : cases) {
    for (const ge::DataType dtype : op_case.dtypes) {
      for (const std::string_view engine : {kAiCoreEngine, kAiCpuEngine}) {
        if (!options.engine.empty() && options.engine != engine) continue;
        Planned one{&op_case, dtype, std::string(engine)};
        if (Selected(one, options.filters)) planned.push_back(std::move(one));
      }
    }
  }
  return planned;
}

struct Counts {
  size_t passed = 0;
  size_t failed = 0;
  size_t not_verified = 0;
  size_t skipped = 0;
};

// For opdk repro, in the package. A directory that can't be written is no reason to stop.
std::string Keep(const Planned& planned, const CaseResult& result, const TestOptions& options) {
  if (!options.in_package) return "";
  verify::FailureRecord record = verify::RecordOf(*planned.op_case, planned.dtype, planned.engine);
  record.found_by = "test";
  record.standard = options.run.standard;
  record.reason = result.reason;
  for (const std::string& plugin : options.plugin_dirs) record.plugins.push_back(std::filesystem::absolute(plugin));
  TargetOptions target;
  target.build = options.build;
  return verify::KeepFailure(record, StateDirectory(target)).ok() ? record.Command() : "";
}

Counts RunAll(const std::vector<Planned>& planned, const verify::Bench& bench, const TestOptions& options) {
  Counts counts;
  const bool progress = isatty(STDERR_FILENO) != 0;
  const auto work = [&](size_t i) {
    return ToJson(verify::RunCase(*planned[i].op_case, planned[i].dtype, planned[i].engine, bench, options.run))
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  verify::RunIsolated(planned.size(), work, options.isolation, [&](size_t i, verify::ChildReport&& report) {
    const CaseResult result = FromReport(report, options.isolation);
    if (result.outcome == Outcome::kUnsupported || result.outcome == Outcome::kSkipped) {
      ++counts.skipped;
    } else if (result.outcome == Outcome::kNotVerified) {
      ++counts.not_verified;
    } else if (result.ok()) {
      ++counts.passed;
    } else {
      ++counts.failed;
      if (progress) fmt::print(stderr, "\r\033[K");
      fmt::print("FAILED {}\n  at: {}\n{}\n", planned[i].Id(), planned[i].op_case->Place(), Indented(result.reason));
      if (const std::string again = Keep(planned[i], result, options); !again.empty())
        fmt::print("  again: {}\n", again);
      std::fflush(stdout);
    }
    const size_t done = counts.passed + counts.failed + counts.not_verified + counts.skipped;
    if (progress) {
      fmt::print(stderr, "\r\033[K{} of {}, {} failed", done, planned.size(), counts.failed);
    }
    return true;
  });
  if (progress) fmt::print(stderr, "\r\033[K");
  return counts;
}

Status Test(TestOptions options) {
  OPDK_TRY(FindPackages(options));
  if (options.cases.empty()) {
    return Status(ErrorCode::kUsage, "no cases: --plugins needs --cases").Hint("--cases DIR, or a case file");
  }
  OPDK_TRY(const std::vector<OpCase> cases, ReadAllCases(options.cases));
  const std::vector<Planned> planned = Plan(cases, options);
  if (planned.empty()) {
    return Status(ErrorCode::kNothingSelected,
                  options.filters.empty() ? fmt::format("there are no cases in {}", fmt::join(options.cases, ", "))
                                          : fmt::format("no case is named {}", fmt::join(options.filters, ", ")))
        .Hint("opdk test --list shows what there is");
  }
  if (options.list) {
    for (const Planned& one : planned) fmt::print("{}\n", one.Id());
    return Status();
  }
  verify::Bench bench;
  OPDK_TRY(bench.packages, LoadPackages(options.plugin_dirs));
  OPDK_TRY(bench.engines, MakeEngines());
  if (options.mutate) return ScoreCases(cases, options.filters, bench, options.least_score, options.isolation);
  const Counts counts = RunAll(planned, bench, options);
  fmt::print("{} passed, {} failed{}{}\n", counts.passed, counts.failed,
             counts.not_verified == 0 ? "" : fmt::format(", {} ran, not verified", counts.not_verified),
             counts.skipped == 0 ? "" : fmt::format(", {} not for that engine", counts.skipped));
  if (counts.failed > 0) {
    return Status(ErrorCode::kCaseFailed, fmt::format("{} of {} cases failed", counts.failed, planned.size()))
        .Hint("opdk test with the operator's or the case's name runs it alone");
  }
  if (counts.passed + counts.not_verified > 0) return Status();
  return Status(ErrorCode::kNothingSelected, "no engine ran any of the cases").Hint("see the package's op_info");
}

}  // namespace

void AddTestCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* command = app.add_subcommand("test", "Run the operator cases of a package.");
  options->build.root = ".";
  command->add_option("filter", options->filters, "operators, or part of a case's name (default: all cases)");
  AddPluginsOption(*command, options->plugin_dirs);
  command->add_option("--cases", options->cases,
                      "a case file or a directory of them (default: tests/op of the package)");
  command->add_option("--engine", options->engine, "only this engine")->check(CLI::IsMember({"ai_core", "ai_cpu"}));
  command->add_option("--standard", options->run.standard, "judge by this precision standard, not by the cases' own")
      ->check(CLI::IsMember(verify::StandardNames()));
  command->add_option("--package", options->build.root, "the package, or any directory in it (default: this one)");
  command->add_option("--build-dir", options->build.directory, "where the package is built (default: build in it)");
  command->add_flag("--no-build", options->no_build, "test what the last build made");
  command->add_flag("--list", options->list, "print the cases and run none");
  command->add_flag("--mutate", options->mutate,
                    "run none; tell which small faults of the operators' expressions their cases would not notice");
  command->add_option("--min-score", options->least_score, "with --mutate: percent of the mutants to be noticed")
      ->check(CLI::Range(0, 100));
  command->add_option("-j,--jobs", options->isolation.parallel, "cases at once (default: one per processor)")
      ->check(CLI::PositiveNumber);
  command->add_option("--timeout", options->isolation.timeout_s, "seconds that one case may take")
      ->capture_default_str();
  command->footer(
      "Builds the package of this directory and runs its cases, tests/op/**.yaml, with each dtype on each engine. "
      "Each\n"
      "runs in a process of its own: a crash is one failure. With --plugins, what lies there is tested as it is.\n"
      "Exit code 1 when a case fails.\n\n"
      "Examples:\n"
      "  opdk test\n"
      "  opdk test Mish --engine ai_core\n"
      "  opdk test Mish --mutate --min-score 90\n"
      "  opdk test --plugins build/plugins --cases tests/op/activation/mish.yaml");
  command->callback([options, &outcome] { outcome = Test(*options); });
}

}  // namespace opdk::cli
