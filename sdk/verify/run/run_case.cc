#include "sdk/verify/run/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/execution/single_op.h"
#include "graph_core/ir/type_names.h"
#include "sdk/verify/compare/compare.h"

namespace opdk::verify {
namespace {

CaseResult Failed(std::string reason) { return {Outcome::kFailed, std::move(reason), "", ""}; }

// One case being run: what every step needs.
struct Run {
  const OpCase& op_case;
  const Bench& bench;
  std::string engine;
  CaseInstance instance;
};

Status VerifyAndInfer(const PackageRegistry& packages, CaseInstance& instance) {
  const ConstInputFn value = [&](int input, ge::Tensor& tensor) {
    const CaseTensor& given = instance.inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
  OPDK_TRY(packages.Verify(instance.op, value));
  return packages.InferShape(instance.op, value);
}

// "" or what is not as the case says.
std::string JudgeRefusal(const Status& status, const std::string& expected, std::string_view who) {
  if (status.ok()) return fmt::format("{}, but the case expects a refusal: {}", who, expected);
  if (status.ToString().find(expected) != std::string::npos) return "";
  return fmt::format("the refusal's reason lacks '{}':\n{}", expected, status.ToString());
}

std::string JudgeInference(const CaseInstance& instance) {
  for (size_t i = 0; i < instance.op.outputs.size(); ++i) {
    if (!instance.expected[i].compared) continue;
    CaseTensor expected = instance.expected[i].tensor;
    expected.has_data = false;
    const std::string difference = Compare(ge::Tensor(instance.op.outputs[i].desc), expected, {});
    if (!difference.empty()) return fmt::format("inference of output {}: {}", instance.op.outputs[i].name, difference);
  }
  return "";
}

Result<std::string> JudgeOutputs(const Run& run, const std::vector<ge::Tensor>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!run.instance.expected[i].compared) continue;
    const CaseTensor& expected = run.instance.expected[i].tensor;
    OPDK_TRY(const Tolerance tolerance, ToleranceOf(run.op_case, expected.value.GetTensorDesc().GetDataType()));
    const std::string difference = Compare(outputs[i], expected, tolerance);
    if (!difference.empty()) return fmt::format("output {}: {}", run.instance.op.outputs[i].name, difference);
  }
  return std::string();
}

// What the operator information says of an engine, if it has a column for the (inferred) operator.
const EngineOpInfo* Supporting(const Run& run, std::string_view engine) {
  const auto& providers = run.bench.packages->Providers(run.instance.op.type);
  if (providers.empty() || providers[0].info == nullptr) return nullptr;
  const EngineOpInfo* info = providers[0].info->Find(engine);
  return info != nullptr && info->MatchColumn(run.instance.op).ok() ? info : nullptr;
}

CaseResult RunOnce(const Run& run, bool constant_inputs) {
  std::vector<Engine*> engines;
  for (const auto& each : run.bench.engines) engines.push_back(each.get());
  std::vector<ge::Tensor> inputs;
  for (const CaseTensor& input : run.instance.inputs) inputs.push_back(input.value);
  SingleOpOptions options;
  options.engine = run.engine;
  options.constant_inputs = constant_inputs;
  const auto result = RunSingleOp(run.instance.op, inputs, engines, *run.bench.packages, options);
  const char* how = constant_inputs ? "with constant inputs" : "with inputs fed";
  if (!run.instance.fails_at_run.empty()) {
    const std::string wrong = JudgeRefusal(result.status(), run.instance.fails_at_run, "the kernel ran");
    return wrong.empty() ? CaseResult{Outcome::kRefused, "", "", ""} : Failed(fmt::format("{}: {}", how, wrong));
  }
  if (!result.ok()) return Failed(fmt::format("{}: {}", how, result.status().ToString()));
  if (result->engine != run.engine) return Failed(fmt::format("{}: it ran on {}", how, result->engine));
  const auto difference = JudgeOutputs(run, result->outputs);
  if (!difference.ok()) return Failed(difference.status().ToString());
  if (!difference->empty()) {
    CaseResult failed = Failed(fmt::format("{}: {}", how, *difference));
    failed.kernel = result->kernel;
    failed.package = result->package;
    return failed;
  }
  return {Outcome::kPassed, "", result->kernel, result->package};
}

CaseResult RunOnEngine(const Run& run) {
  const auto& only = run.instance.engines;
  if (!only.empty() && std::find(only.begin(), only.end(), run.engine) == only.end()) {
    return {Outcome::kSkipped, "", "", ""};
  }
  const EngineOpInfo* info = Supporting(run, run.engine);
  if (info == nullptr) {
    if (Supporting(run, kAiCpuEngine) != nullptr || Supporting(run, kAiCoreEngine) != nullptr) {
      return {Outcome::kUnsupported, "", "", ""};
    }
    return Failed("no engine's operator information has a column for it");
  }
  // A kernel that is built from values runs where they are known only.
  if (info->value_depend.empty()) {
    CaseResult fed = RunOnce(run, false);
    if (!fed.ok()) return fed;
  }
  return RunOnce(run, true);
}

}  // namespace

std::string_view ToString(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPassed:
      return "passed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kRefused:
      return "refused as expected";
    case Outcome::kInferred:
      return "inference passed";
    case Outcome::kUnsupported:
      return "not for this engine";
    case Outcome::kSkipped:
      return "skipped";
  }
  return "unknown";
}

CaseResult RunCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine, const Bench& bench) {
  const auto made = bench.packages->CreateOperator("case", op_case.op);
  if (!made.ok()) return Failed(made.status().ToString());
  auto instance = Instantiate(op_case, dtype, DescOf(*made));
  if (!instance.ok()) return Failed(instance.status().ToString());
  Run run{op_case, bench, std::string(engine), std::move(instance).value()};
  const Status inferred = VerifyAndInfer(*bench.packages, run.instance);
  if (!run.instance.fails.empty()) {
    const std::string wrong = JudgeRefusal(inferred, run.instance.fails, "verification and inference accept it");
    return wrong.empty() ? CaseResult{Outcome::kRefused, "", "", ""} : Failed(wrong);
  }
  if (!inferred.ok()) return Failed(inferred.ToString());
  if (run.instance.fails_at_run.empty()) {
    if (!op_case.node["expect"]) return Failed("the case expects nothing: add expect, fails or fails_at_run");
    const std::string difference = JudgeInference(run.instance);
    if (!difference.empty()) return Failed(difference);
  }
  if (!run.instance.runnable()) return {Outcome::kInferred, "", "", ""};
  return RunOnEngine(run);
}

}  // namespace opdk::verify
