#include "tests/conformance/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "graph_core/ir/from_operators.h"
#include "tests/conformance/comparison.h"

namespace opdk::conformance {
namespace {

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

std::string EnginesOf(const CompileReport& report) {
  std::set<std::string> engines;
  for (const auto& node : report.nodes) {
    if (!node.view && !node.engine.empty()) engines.insert(node.engine);
  }
  return fmt::format("{}", fmt::join(engines, "+"));
}

}  // namespace

std::string Encode(const Outcome& outcome) {
  return fmt::format("{}\t{}\t{}", static_cast<int>(outcome.verdict), outcome.engines, OneLine(outcome.detail));
}

Outcome Decode(const std::string& line) {
  const size_t first = line.find('\t');
  const size_t second = line.find('\t', first + 1);
  if (second == std::string::npos) return {Verdict::kFailed, "", "broken answer from a worker: " + line};
  return {static_cast<Verdict>(std::stoi(line.substr(0, first))), line.substr(first + 1, second - first - 1),
          line.substr(second + 1)};
}

Result<std::unique_ptr<CaseRunner>> CaseRunner::Create(const std::string& engine, const std::string& cache_directory,
                                                       double bfloat16_relative) {
  auto runner = std::make_unique<CaseRunner>();
  runner->engine_ = engine;
  runner->bfloat16_relative_ = bfloat16_relative;
  PackageOptions registry_options;
  registry_options.use_environment = false;
  OPDK_TRY(runner->packages_, PackageRegistry::Load(registry_options));
  PackageRegistry::SetCurrent(runner->packages_);
  CompileOptions options;
  options.engine = engine;
  options.kernel_cache_directory = cache_directory;
  OPDK_TRY(runner->session_, Session::Create(runner->packages_, options));
  return runner;
}

Outcome CaseRunner::Run(const TestCase& test) {
  auto info = ReadInfo(test);
  if (!info.ok()) return {Verdict::kFailed, "", info.status().ToString()};
  if (!info->only_numbers) return {Verdict::kUnsupported, "", info->beyond};
  auto outcome = Execute(test, *info);
  if (outcome.ok()) return *outcome;
  const Status status = outcome.status();
  if (status.code() == ErrorCode::kOperatorUnknown) return {Verdict::kUnsupported, "", status.message()};
  if (status.code() == ErrorCode::kNoEngine && !engine_.empty()) {
    return {Verdict::kNoKernel, "", status.message()};
  }
  return {Verdict::kFailed, "", status.ToString()};
}

Result<Outcome> CaseRunner::Execute(const TestCase& test, const CaseInfo& info) {
  OPDK_TRY(const ParseResult parsed, packages_->ParseModel({{test.model()}, {}, domi::ONNX}));
  OPDK_TRY(Graph graph, FromOperators(parsed.graph));
  OPDK_TRY(const CaseData data, ReadData(test, info));
  OPDK_TRY(CompiledSession compiled, session_->Compile(std::move(graph)));
  Outcome outcome;
  outcome.engines = EnginesOf(compiled.report);
  auto run = compiled.model.Run(data.inputs);
  if (!run.ok()) {
    outcome.detail = run.status().ToString();
    return outcome;
  }
  if (run->size() != data.outputs.size()) {
    outcome.detail = fmt::format("{} outputs, expected {}", run->size(), data.outputs.size());
    return outcome;
  }
  for (size_t i = 0; i < run->size(); ++i) {
    const std::string difference = Difference((*run)[i], data.outputs[i], bfloat16_relative_);
    if (difference.empty()) continue;
    outcome.detail = fmt::format("output {}: {}", i, difference);
    return outcome;
  }
  outcome.verdict = Verdict::kPassed;
  return outcome;
}

}  // namespace opdk::conformance
