// Runs ONNX's own tests on each engine and writes a report.
//   opdk_conformance [--data DIR] [--report DIR] [--gaps FILE] [--kinds a,b] [--filter TEXT] [--workers N]
//                    [--timeout SECONDS]
// Exit code 1: a test fails that the known gaps do not list, or a listed test passes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/conformance/case_runner.h"
#include "tests/conformance/comparison.h"
#include "tests/conformance/expectations.h"
#include "tests/conformance/report.h"
#include "tests/conformance/worker_pool.h"

namespace {

using namespace opdk;
using namespace opdk::conformance;

struct Options {
  std::string data = "/usr/share/libonnx-testdata/data";
  std::string report = OPDK_BINARY_DIR "/conformance";
  std::string gaps = OPDK_SOURCE_DIR "/tests/conformance/known_gaps.yaml";
  std::vector<std::string> kinds = {"node", "simple", "pytorch-operator", "pytorch-converted"};
  std::string filter;
  int workers = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  int timeout_seconds = 60;
  double bfloat16_relative = kRelative;
};

// Runs one item in a worker, with one runner per engine, made when it is first needed.
std::string Answer(const std::vector<CaseResult>& cases, const Options& options, int item) {
  static std::unique_ptr<CaseRunner> runners[kEngineCount];
  const int engine = item % kEngineCount;
  auto& runner = runners[engine];
  if (runner == nullptr) {
    auto created = CaseRunner::Create(engine == 0 ? "" : kEngineNames[engine], options.report + "/kernel_cache",
                                      options.bfloat16_relative);
    if (!created.ok()) return Encode({Verdict::kFailed, "", created.status().ToString()});
    runner = std::move(created).value();
  }
  return Encode(runner->Run(cases[static_cast<size_t>(item / kEngineCount)].test));
}

std::vector<CaseResult> Collect(const Options& options) {
  std::vector<CaseResult> results;
  for (auto& test : FindCases(options.data, options.kinds)) {
    if (!options.filter.empty() && test.name.find(options.filter) == std::string::npos) continue;
    CaseResult result;
    result.test = std::move(test);
    if (auto info = ReadInfo(result.test); info.ok()) result.info = std::move(info).value();
    results.push_back(std::move(result));
  }
  return results;
}

int Run(const Options& options) {
  const auto packages = PackageRegistry::Load({});
  if (!packages.ok()) {
    fmt::print(stderr, "{}\n", packages.status().ToString());
    return 2;
  }
  auto expectations = ReadExpectations(options.gaps, **packages);
  if (!expectations.ok()) {
    fmt::print(stderr, "{}\n", expectations.status().ToString());
    return 2;
  }
  std::vector<CaseResult> results = Collect(options);
  if (results.empty()) {
    fmt::print(stderr, "no tests below '{}' match: install libonnx-testdata, or check --kinds and --filter\n",
               options.data);
    return 4;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto answers = RunInWorkers(static_cast<int>(results.size()) * kEngineCount, options.workers,
                                    options.timeout_seconds, [&](int item) { return Answer(results, options, item); });
  for (size_t i = 0; i < answers.size(); ++i) {
    Outcome& outcome = results[i / kEngineCount].outcomes[i % kEngineCount];
    outcome = answers[i].ended ? Decode(answers[i].text) : Outcome{Verdict::kFailed, "", answers[i].text};
  }
  const Verdicts verdicts = Judge(results, *expectations);
  if (Status status = WriteReport(options.report, results, verdicts); !status.ok()) {
    fmt::print(stderr, "{}\n", status.ToString());
    return 2;
  }
  constexpr size_t kPrinted = 40;
  for (size_t i = 0; i < std::min(verdicts.failures.size(), kPrinted); ++i) {
    fmt::print("FAILED {}\n", verdicts.failures[i]);
  }
  if (verdicts.failures.size() > kPrinted) fmt::print("… {} more in the report\n", verdicts.failures.size() - kPrinted);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print(
      "{} tests in {:.1f} s, {} of them beyond functions of tensors of numbers: default placement {} passed, ai_cpu "
      "alone {} passed, {} not supported yet, {} known gaps, {} failures; report: {}/node_tests.txt\n",
      results.size(), seconds.count(), verdicts.beyond, verdicts.passed[0], verdicts.passed[1], verdicts.unsupported,
      verdicts.gaps.size(), verdicts.failures.size(), options.report);
  return verdicts.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Runs ONNX's own tests on each engine");
  app.add_option("--data", options.data, "Folder of libonnx-testdata");
  app.add_option("--report", options.report, "Where node_tests.txt and node_tests.csv go");
  app.add_option("--gaps", options.gaps, "Tests that may fail, and must");
  app.add_option("--kinds", options.kinds, "node, simple, pytorch-operator, pytorch-converted")->delimiter(',');
  app.add_option("--filter", options.filter, "Only tests whose name contains this");
  app.add_option("--bfloat16", options.bfloat16_relative, "Relative difference allowed of bfloat16")
      ->check(CLI::PositiveNumber);
  app.add_option("--workers", options.workers, "Processes")->check(CLI::PositiveNumber);
  app.add_option("--timeout", options.timeout_seconds, "Seconds one test may take")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  // The processes share the CPUs: one thread each.
  setenv("OMP_NUM_THREADS", "1", /*overwrite=*/0);
  setenv("OPDK_BUILTIN_DIR", OPDK_BINARY_DIR "/lib/opdk/builtin", /*overwrite=*/0);
  return Run(options);
}
