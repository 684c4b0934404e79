// opdk_bench: opdk against ONNX Runtime, row by row. run.sh calls it; --help says how.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <regex.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "sdk/tools/model/open_model.h"
#include "tests/bench/contest.h"
#include "tests/bench/creation.h"

namespace opdk::bench {
namespace {

struct Options {
  std::string rows;
  std::string models;
  std::vector<std::string> model_files;
  std::string filter = ".";
  std::string ort;
  std::string output = "results.json";
  std::vector<std::string> plugins;
  std::vector<std::string> disabled_passes;
  std::vector<int> threads = {1, 2};
  bool quick = false;
  bool list_files = false;
  Creation creation;  // of the child processes that this program starts
};

// google-benchmark calls this for each benchmark that ended; the figures are in `results`.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  explicit TableReporter(const std::vector<RowResult>& results) : results_(results) {}
  bool ReportContext(const Context& /*context*/) override {
    fmt::print("{}", TableHeading());
    return true;
  }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {
    fmt::print("{}", TableLine(results_.back()));
    std::fflush(stdout);
  }

 private:
  const std::vector<RowResult>& results_;
};

void RunRow(benchmark::State& state, ContestSetup& setup, const Row& row, int threads,
            std::vector<RowResult>& results) {
  auto result = HoldContest(setup, row, threads, [&](const std::function<Result<double>()>& round) {
    for ([[maybe_unused]] auto iteration : state) {
      OPDK_TRY(const double seconds, round());
      state.SetIterationTime(seconds);
    }
    return Status();
  });
  if (!result.ok()) {
    const Status error = std::move(result).status();
    std::string text = fmt::format("{} {}", ToString(error.code()), error.message());
    std::replace(text.begin(), text.end(), '\n', ' ');
    results.push_back({row.name, threads, {}, {}, row.required, 0, text});
    state.SkipWithError(text.c_str());
    return;
  }
  state.counters["ort_ms"] = result->theirs.p10 * 1e3;
  state.counters["ratio"] = result->ratio();
  state.counters["share_of_peak"] = result->share_of_peak;
  results.push_back(std::move(*result));
}

Result<std::vector<Row>> RowsOf(const Options& options) {
  std::vector<Row> rows;
  for (const std::string& file : options.model_files) {
    Row& row = rows.emplace_back();
    row.name = std::filesystem::path(file).filename();
    row.measure = "run";
    row.file = file;
  }
  if (options.rows.empty()) return rows;
  OPDK_TRY(rows, ReadRows(options.rows));
  for (Row& row : rows) {
    if (!row.file.empty()) row.file = options.models + "/" + row.file;
  }
  return rows;
}

std::string NameOf(const Row& row, int threads) { return fmt::format("{}/threads:{}", row.name, threads); }

// Lists the files of models that the chosen rows need.
Status ListFiles(const Options& options) {
  OPDK_TRY(const std::vector<Row> rows, RowsOf(options));
  regex_t chosen;  // as google-benchmark reads its filter, which may begin with '-' for "not"
  const bool negated = options.filter.starts_with('-');
  if (regcomp(&chosen, options.filter.c_str() + (negated ? 1 : 0), REG_EXTENDED | REG_NOSUB) != 0) {
    return Status(ErrorCode::kUsage, fmt::format("--filter '{}' is no regular expression", options.filter));
  }
  std::set<std::string> files;
  for (const Row& row : rows) {
    const bool any = std::any_of(options.threads.begin(), options.threads.end(), [&](int threads) {
      return (regexec(&chosen, NameOf(row, threads).c_str(), 0, nullptr, 0) == 0) != negated;
    });
    if (any && !row.file.empty()) files.insert(row.file);
  }
  regfree(&chosen);
  for (const std::string& file : files) fmt::print("{}\n", file);
  return Status();
}

Status RunAll(const Options& options, char* program) {
  OPDK_TRY(const std::vector<Row> rows, RowsOf(options));
  ContestSetup setup;
  OPDK_TRY(setup.opdk.packages, LoadPackages(options.plugins));
  setup.opdk.work_directory = std::filesystem::absolute(options.output).parent_path();
  setup.opdk.kernel_cache_directory = setup.opdk.work_directory + "/kernel_cache";
  setup.opdk.disabled_passes = options.disabled_passes;
  std::filesystem::create_directories(setup.opdk.work_directory);
  if (!options.ort.empty()) {
    OPDK_TRY(setup.ort, OrtRuntime::Load(options.ort));
  }
  setup.ort_library = options.ort;
  setup.plugins = options.plugins;
  setup.block_seconds = options.quick ? 0.015 : 0.04;

  std::vector<RowResult> results;
  const int rounds = options.quick ? 2 : 6;
  for (const Row& row : rows) {
    for (const int threads : options.threads) {
      benchmark::RegisterBenchmark(
          NameOf(row, threads).c_str(),
          [&, threads](benchmark::State& state) { RunRow(state, setup, row, threads, results); })
          ->Iterations(rounds)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  int count = 1;
  benchmark::Initialize(&count, &program);
  TableReporter reporter(results);
  if (benchmark::RunSpecifiedBenchmarks(&reporter, options.filter) == 0)
    return Status(ErrorCode::kNothingSelected, fmt::format("no row's name matches '{}'", options.filter));
  const std::string version = setup.ort != nullptr ? setup.ort->version() : "";
  fmt::print("\n{}", version.empty() ? "ONNX Runtime is not there: nothing was compared\n" : Verdict(results));
  OPDK_TRY(WriteResults(options.output, version, results));
  fmt::print("wrote {}\n", options.output);
  return Status();
}

}  // namespace
}  // namespace opdk::bench

int main(int argc, char** argv) {
  opdk::bench::Options options;
  CLI::App app("Times the rows of a table of models in opdk and ONNX Runtime, alternately in this process.");
  app.add_option("--rows", options.rows, "Directory of *.yaml")->type_name("DIR");
  app.add_option("--models", options.models, "Directory of the files that rows name")->type_name("DIR");
  app.add_option("--model", options.model_files, "Time this .onnx file instead of rows; repeatable")->type_name("FILE");
  app.add_option("--filter", options.filter, "Only rows whose name/threads:N matches")->type_name("REGEX");
  app.add_option("--threads", options.threads, "Thread counts")->type_name("N")->delimiter(',')->capture_default_str();
  app.add_flag("--quick", options.quick, "A third of the samples: noisier");
  app.add_flag("--list-files", options.list_files, "Only print the models' files that the chosen rows need");
  app.add_option("--ort", options.ort, "libonnxruntime.so; without it opdk runs alone")->type_name("FILE");
  app.add_option("--plugins", options.plugins, "Directory with operator packages; repeatable")->type_name("DIR");
  app.add_option("--disable-pass", options.disabled_passes, "Leave a pass of opdk's out, by name; repeatable")
      ->type_name("NAME");
  app.add_option("--output", options.output, "Where the results go; the kernel cache lies beside it")
      ->type_name("FILE")
      ->capture_default_str();
  // The options with which the program starts itself, see creation.h.
  CLI::App& child = *app.add_option_group("Session creation in a process of its own");
  opdk::bench::Creation& creation = options.creation;
  child.add_option("--create", creation.model, "Only create a session of this model and print the seconds");
  child.add_option("--cache", creation.kernel_cache_directory, "Of kernels, for --create");
  child.add_flag("--cold", creation.cold, "Empty the cache first");
  CLI11_PARSE(app, argc, argv);
  creation.threads = options.threads.front();
  creation.plugins = options.plugins;
  creation.disabled_passes = options.disabled_passes;
  creation.ort = options.ort;
  const opdk::Status status = options.list_files        ? opdk::bench::ListFiles(options)
                              : !creation.model.empty() ? opdk::bench::CreateAndPrint(creation)
                                                        : opdk::bench::RunAll(options, argv[0]);
  if (status.ok()) return 0;
  fmt::print(stderr, "{}\n", status.ToString());
  return opdk::ExitCode(status.code());
}
