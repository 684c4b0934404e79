// opdk fuzz: searches a package's operators for cases that fail.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "graph_core/ir/type_names.h"
#include "sdk/cli/commands.h"
#include "sdk/cli/search/package_target.h"
#include "sdk/verify/search/failure_record.h"
#include "sdk/verify/search/fuzz.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using verify::FuzzReport;
using verify::SearchCase;

struct FuzzCommand {
  TargetOptions target;
  std::vector<std::string> operators;
  std::string engine;
  bool coverage = false;
  verify::FuzzOptions search;
};

// The author's cases and the corpus of earlier runs, for one engine. What doesn't fit the operator any more is left
// out.
std::vector<SearchCase> SeedsOf(const std::string& op, const std::string& engine, const PackageTarget& target,
                                const std::vector<verify::OpCase>& cases) {
  std::vector<verify::OpCase> all;
  for (const verify::OpCase& op_case : cases) {
    if (op_case.op == op && !op_case.node["fails"] && !op_case.node["fails_at_run"]) all.push_back(op_case);
  }
  for (const std::string& file : verify::CaseFilesIn(fmt::format("{}/corpus/{}", target.state, op))) {
    auto kept = verify::ReadCaseFile(file);
    if (kept.ok()) all.insert(all.end(), kept->begin(), kept->end());
  }
  std::vector<SearchCase> seeds;
  const auto made = target.bench.packages->CreateOperator("case", op);
  if (!made.ok()) return seeds;
  for (const verify::OpCase& op_case : all) {
    for (const ge::DataType dtype : op_case.dtypes) {
      const auto instance = verify::Instantiate(op_case, dtype, DescOf(*made));
      if (!instance.ok() || !instance->runnable()) continue;
      SearchCase seed = verify::SearchCaseOf(op_case, *instance, engine);
      if (seed.elements() <= 4 * size_t{4096}) seeds.push_back(std::move(seed));
    }
  }
  return seeds;
}

Status KeepCorpus(const std::vector<SearchCase>& kept, const std::string& state) {
  for (const SearchCase& found : kept) {
    const verify::FailureRecord named = verify::RecordOf(found.ToCase(), found.dtype(), found.engine);
    const fs::path path = fs::path(state) / "corpus" / found.op / (named.id + ".yaml");
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary);
    file << fmt::format("{}:\n  - {}\n", found.op, found.ToYaml("corpus " + named.id));
    file.close();
    if (!file) return Status(ErrorCode::kWriteFailed, "the corpus can't be kept").At(path.string());
  }
  return Status();
}

Status KeepAndShow(const verify::FuzzFailure& failure, const FuzzCommand& command, const PackageTarget& target) {
  const SearchCase& smallest = failure.smallest;
  verify::FailureRecord record =
      verify::RecordOf(smallest.ToCase("fails with " + failure.judgement.kind), smallest.dtype(), smallest.engine);
  record.found_by = "fuzz";
  record.seed = command.search.seed;
  record.kind = failure.judgement.kind;
  record.reason = failure.judgement.reason;
  for (const std::string& plugin : target.plugin_dirs) record.plugins.push_back(fs::absolute(plugin).string());
  OPDK_TRY(const std::string path, verify::KeepFailure(record, target.state));
  fmt::print("FAILED {} on {}: {} (run {}, {} elements shrunk to {})\n", smallest.op, smallest.engine, record.kind,
             failure.run, failure.original.elements(), smallest.elements());
  std::string reason = failure.judgement.reason;
  for (size_t at = 0; (at = reason.find('\n', at)) != std::string::npos; at += 3) reason.replace(at, 1, "\n  ");
  fmt::print("  {}\n  as a case:\n{}:\n  - {}\n  again: {}\n", reason, smallest.op,
             smallest.ToYaml(fmt::format("fails with {}", record.kind)), record.Command());
  fmt::print(stderr, "note: kept in {}\n", path);
  return Status();
}

void ShowReport(const std::string& op, const std::string& engine, const FuzzReport& report, size_t seeds) {
  fmt::print("{} on {}: {} runs, {} passed, {} refused by the operator{}{}; {} seeds, {} new in the corpus{}\n", op,
             engine, report.runs, report.passed, report.refused,
             report.unsupported == 0 ? "" : fmt::format(", {} not for this engine", report.unsupported),
             report.not_verified == 0 ? "" : fmt::format(", {} ran, not verified", report.not_verified), seeds,
             report.kept.size(), report.edges == 0 ? "" : fmt::format(", {} edges", report.edges));
  std::fflush(stdout);
}

// Edges tell more than kernels' names: the package in a build directory of its own, with calls at every edge.
Status BuildForCoverage(TargetOptions& target) {
  if (!target.plugin_dirs.empty()) {
    return Status(ErrorCode::kUsage, "--coverage rebuilds the package, --plugins takes a library as it is")
        .Hint("leave one of them out, or compile the library with -fsanitize-coverage=trace-pc");
  }
  OPDK_TRY(target.build.root, FindPackageRoot(target.build.root));
  if (target.build.directory.empty()) target.build.directory = target.build.root + "/build";
  target.build.directory += "-coverage";
  target.build.definitions.emplace_back("CMAKE_CXX_FLAGS=-fsanitize-coverage=trace-pc");
  // At the end of the link line, behind the package's own --no-undefined: the executable has the callback.
  target.build.definitions.emplace_back("CMAKE_CXX_STANDARD_LIBRARIES=-Wl,-z,undefs");
  return Status();
}

Status RunFuzz(FuzzCommand command) {
  if (command.coverage) OPDK_TRY(BuildForCoverage(command.target));
  OPDK_TRY(const PackageTarget target, OpenTarget(command.target));
  OPDK_TRY(const std::vector<verify::OpCase> cases, CasesOf(target));
  OPDK_TRY(const std::vector<std::string> operators, OperatorsOf(target, command.operators));
  const bool terminal = isatty(STDERR_FILENO) != 0;
  size_t failures = 0;
  size_t searched = 0;
  size_t runs = 0;
  for (const std::string& op : operators) {
    for (const std::string_view engine : {kAiCoreEngine, kAiCpuEngine}) {
      if (!command.engine.empty() && command.engine != engine) continue;
      const OpInfo* info = target.bench.packages->Providers(op).front().info;
      if (info == nullptr || info->Find(engine) == nullptr) continue;
      ++searched;
      const auto seeds = SeedsOf(op, std::string(engine), target, cases);
      const auto progress = [&](const FuzzReport& report) {
        if (terminal) {
          fmt::print(stderr, "\r\033[K{} on {}: {} runs, {} passed, {} kept", op, engine, report.runs, report.passed,
                     report.kept.size());
        }
      };
      OPDK_TRY(const FuzzReport report,
               verify::Fuzz(op, std::string(engine), seeds, target.bench, command.search, progress));
      if (terminal) fmt::print(stderr, "\r\033[K");
      ShowReport(op, std::string(engine), report, seeds.size());
      OPDK_TRY(KeepCorpus(report.kept, target.state));
      for (const verify::FuzzFailure& failure : report.failures) OPDK_TRY(KeepAndShow(failure, command, target));
      failures += report.failures.size();
      runs += report.passed + report.not_verified + report.failures.size();
    }
  }
  if (searched == 0) {
    return Status(ErrorCode::kNothingSelected, "none of the operators has a kernel on this engine").Hint("opdk list");
  }
  if (failures > 0) {
    return Status(ErrorCode::kCaseFailed, fmt::format("{} failure{} found", failures, failures == 1 ? "" : "s"))
        .Hint("opdk repro ID runs one again; put the case into tests/op to keep it");
  }
  if (runs > 0) return Status();
  return Status(ErrorCode::kNothingSelected, "the operator accepted none of the cases that were tried")
      .Hint("an example in tests/op shows the search what it takes; or more --seconds");
}

}  // namespace

void AddFuzzCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<FuzzCommand>();
  CLI::App* command = app.add_subcommand("fuzz", "Search operators for cases that fail.");
  command->add_option("operator", options->operators, "operators (default: all of the package)");
  AddTargetOptions(*command, options->target);
  verify::FuzzOptions& search = options->search;
  command->add_option("--engine", options->engine, "only this engine")->check(CLI::IsMember({"ai_core", "ai_cpu"}));
  command->add_option("--seconds", search.seconds, "time for each operator and engine")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--runs", search.runs, "at most so many runs of each (default: as many as the time allows)")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", search.seed, "of the random numbers")->capture_default_str();
  command->add_option("-j,--jobs", search.parallel, "processes at once (default: one per processor)")
      ->check(CLI::PositiveNumber);
  command->add_option("--timeout", search.timeout_s, "seconds that one run may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--shrink-seconds", search.shrink_seconds, "time for making a failure small")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--max-elements", search.max_elements, "of one tensor")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--coverage", options->coverage,
                    "build the package with -fsanitize-coverage=trace-pc, in build-coverage, and let edges guide");
  command->footer(
      "Varies shapes, dtypes, attributes and values, beginning with the cases of tests/op where there are any. A run\n"
      "fails when the outputs aren't the golden's (the expression in higher precision, or the other engine), when\n"
      "inference and kernel disagree, on a crash or a hang. The first failure of each kind is shrunk and printed as a\n"
      "case; .opdk/corpus keeps what reached something new, .opdk/failures what opdk repro runs again.\n"
      "Exit code 1 when something fails.\n\n"
      "Examples:\n"
      "  opdk fuzz\n"
      "  opdk fuzz Mish --engine ai_cpu --seconds 10 --coverage\n"
      "  opdk fuzz Add --plugins build/plugins --cases tests/op/elementwise/add.yaml --runs 1000 --seed 7");
  command->callback([options, &outcome] { outcome = RunFuzz(*options); });
}

}  // namespace opdk::cli
