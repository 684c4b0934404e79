#include "sdk/tools/verify/run/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/run_operator.h"
#include "opdk/parallel.h"
#include "sdk/tools/measure/count_work.h"
#include "sdk/tools/measure/roofline_file.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/diagnosis.h"
#include "sdk/tools/verify/compare/msopst_verdict.h"
#include "sdk/tools/verify/golden/lost_accuracy.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {
namespace {

// One case being run: the data that every step needs.
struct Run {
  const OpCase& op_case;
  const TestHarness& harness;
  const RunOptions& options;
  std::string engine;
  CaseInstance instance;
};

CaseResult WithOutcome(Outcome outcome) {
  CaseResult result;
  result.outcome = outcome;
  return result;
}

// Returns "" or how the refusal differs from the expected one.
std::string JudgeRefusal(const Status& status, const std::string& expected, std::string_view who) {
  if (status.ok()) return fmt::format("{}, but the case expects a refusal: {}", who, expected);
  if (status.ToString().find(expected) != std::string::npos) return "";
  return fmt::format("the refusal's reason lacks '{}':\n{}", expected, status.ToString());
}

// Returns the inferred desc of an output. Extents that inference leaves open, although every input is known, are taken
// from `expected`. Only the kernel knows such extents; they are compared after the run.
ge::TensorDesc Completed(ge::TensorDesc inferred, const std::vector<int64_t>& expected) {
  std::vector<int64_t> dims = inferred.GetShape().GetDims();
  if (dims == ge::UNKNOWN_RANK) dims = expected;
  for (size_t i = 0; i < dims.size() && dims.size() == expected.size(); ++i) {
    if (dims[i] == ge::UNKNOWN_DIM) dims[i] = expected[i];
  }
  inferred.SetShape(ge::Shape(dims));
  return inferred;
}

std::string JudgeInference(const CaseInstance& instance) {
  for (size_t i = 0; i < instance.op.outputs.size(); ++i) {
    if (!instance.expected[i].compared) continue;
    const ge::TensorDesc expected = instance.expected[i].tensor.value.GetTensorDesc();
    ge::TensorDesc inferred = instance.op.outputs[i].desc;
    if (instance.runnable()) inferred = Completed(inferred, expected.GetShape().GetDims());
    const std::string difference = CompareDescs(inferred, expected);
    if (!difference.empty()) return fmt::format("inference of output {}: {}", instance.op.outputs[i].name, difference);
  }
  return "";
}

// Returns the inputs' elements at the worst element, for inputs with the output's shape.
std::string InputsThere(const CaseInstance& instance, const Comparison& comparison, const ge::Tensor& output) {
  std::string text;
  if (comparison.worst.empty()) return text;
  const BadElement& worst = comparison.worst.front();
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    const ge::Tensor& input = instance.inputs[i].value;
    if (input.GetSize() == 0 ||
        input.GetTensorDesc().GetShape().GetDims() != output.GetTensorDesc().GetShape().GetDims())
      continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", instance.op.inputs[i].name, ElementText(input, worst.place));
  }
  return text.empty() ? text : fmt::format("\n  inputs at {}: {}", worst.index, text);
}

// Judges hand-written numbers that double_benchmark takes. If the second engine misses them by `mixed`, its error
// excuses nothing: both engines may have one fault, such as a wrong formula. Then `mixed` judges alone.
Result<Comparison> WithoutSharedFault(const ge::Tensor& actual, const CaseTensor& expected, const ge::Tensor& second,
                                      Comparison judged) {
  OPDK_TRY(Standard mixed, StandardNamed("mixed", expected.value.GetTensorDesc().GetDataType()));
  mixed.source = "since the second engine misses the expected numbers, too";
  if (Compare(second, expected, mixed).passed) return judged;
  Comparison alone = Compare(actual, expected, mixed);
  if (alone.passed) return judged;
  alone.reason += "; the second engine misses the expected numbers, too, so double_benchmark excuses nothing";
  return alone;
}

// Compares the outputs and notes the results. The first output that isn't as expected gives the failure's reason.
Status JudgeOutputs(const Run& run, const Golden& golden, const std::vector<ge::Tensor>& outputs, CaseResult& result) {
  Golden second;
  for (size_t i = 0; i < outputs.size(); ++i) {
    CaseInstance::Expected expected = golden.outputs[i];
    if (!expected.compared) continue;
    OPDK_TRY(const Standard standard,
             StandardFor(run.op_case, run.instance, i, run.harness, run.options.standard, expected.tensor));
    if (standard.kind == StandardKind::kDoubleBenchmark && second.source.empty()) {
      OPDK_TRY(second, OtherEngineGolden(run.instance, run.engine, run.harness));
    }
    const ge::Tensor* reference = second.source.empty() ? nullptr : &second.outputs[i].tensor.value;
    Comparison comparison = Compare(outputs[i], expected.tensor, standard, reference);
    const bool written = run.instance.expected[i].tensor.has_data;
    if (comparison.passed && written && standard.kind == StandardKind::kDoubleBenchmark && reference != nullptr) {
      OPDK_TRY(comparison, WithoutSharedFault(outputs[i], expected.tensor, *reference, std::move(comparison)));
    }
    if (!comparison.passed && result.outcome != Outcome::kFailed) {
      result.outcome = Outcome::kFailed;
      result.kind = "values";
      result.reason =
          fmt::format("output {}: {}{}\n  golden: {}", run.instance.op.outputs[i].name, comparison.Explain(),
                      InputsThere(run.instance, comparison, outputs[i]), golden.source);
    }
    if (standard.kind == StandardKind::kDerived && result.outcome != Outcome::kFailed &&
        golden.source == kExpressionGolden) {
      OPDK_TRY(const std::string lost, LostAccuracy(run.instance, i, outputs[i], expected.tensor, run.harness));
      if (!lost.empty()) {
        result.outcome = Outcome::kFailed;
        result.kind = "values";
        result.reason =
            fmt::format("output {}: {}\n  golden: {}", run.instance.op.outputs[i].name, lost, golden.source);
      }
    }
    MsopstVerdict msopst;
    const bool judged =
        run.options.cann_compat && expected.tensor.has_data && JudgeAsMsopst(outputs[i], expected.tensor.value, msopst);
    result.outputs.push_back({run.instance.op.outputs[i].name, DescText(outputs[i].GetTensorDesc()),
                              std::move(comparison), judged ? msopst.Describe() : ""});
  }
  return Status();
}

// Returns the kind of a golden's error. An expression may refuse the inputs, but mustn't throw. A golden that the case
// names wrongly, or that doesn't exist for these dtypes, is the case's fault.
const char* KindOfGoldenError(ErrorCode code) {
  if (code == ErrorCode::kKernelThrew) return "expression";
  return code == ErrorCode::kCaseInvalid || code == ErrorCode::kNoEngine ? "case" : "golden";
}

CaseResult RunOnce(const Run& run, const Golden& golden, bool constant_inputs) {
  std::vector<Engine*> engines;
  for (const auto& each : run.harness.engines) engines.push_back(each.get());
  std::vector<ge::Tensor> inputs;
  for (const CaseTensor& input : run.instance.inputs) inputs.push_back(input.value);
  SingleOpOptions options;
  options.engine = run.engine;
  options.constant_inputs = constant_inputs;
  const auto ran = RunSingleOp(run.instance.op, inputs, engines, *run.harness.packages, options);
  const char* how = constant_inputs ? "with constant inputs" : "with inputs fed";
  if (!run.instance.fails_at_run.empty()) {
    const std::string wrong = JudgeRefusal(ran.status(), run.instance.fails_at_run, "the kernel ran");
    return wrong.empty() ? WithOutcome(Outcome::kRefused) : Failure(fmt::format("{}: {}", how, wrong), "refusal");
  }
  if (run.instance.refused) {
    return ran.ok() ? Failure("the kernel ran, but the case expects a refusal", "refusal")
                    : WithOutcome(Outcome::kRefused);
  }
  if (!ran.ok()) {
    const bool unsupported = ran.status().code() == ErrorCode::kNoEngine;
    CaseResult failed = Failure(fmt::format("{}: {}", how, ran.status().ToString()), unsupported ? "engine" : "kernel");
    failed.golden = golden.source;
    return failed;
  }
  CaseResult result = WithOutcome(golden.source.empty() ? Outcome::kNotVerified : Outcome::kPassed);
  result.kernel = ran->kernel;
  result.package = ran->package;
  result.golden = golden.source;
  if (ran->engine != run.engine) return Failure(fmt::format("{}: it ran on {}", how, ran->engine), "engine");
  if (golden.source.empty()) return result;
  const Status judged = JudgeOutputs(run, golden, ran->outputs, result);
  if (!judged.ok()) return Failure(judged.ToString(), KindOfGoldenError(judged.code()));
  if (result.ok() && result.outputs.empty() && !run.instance.op.outputs.empty()) result.outcome = Outcome::kNotVerified;
  if (!result.ok()) result.reason = fmt::format("{}: {}", how, result.reason);
  return result;
}

CaseResult RunBothWays(const Run& run, const Golden& golden, const EngineOpInfo& info) {
  // A kernel that is built from values runs only with known values.
  if (info.value_depend.empty()) {
    CaseResult fed = RunOnce(run, golden, false);
    if (!fed.ok()) return fed;
  }
  return RunOnce(run, golden, true);
}

// Runs a case whose golden refuses the inputs, as the kernel must then.
CaseResult RunRefused(const Run& run, const Golden& golden, const EngineOpInfo& info) {
  Run refused = run;
  refused.instance.refused = true;
  CaseResult result = RunBothWays(refused, golden, info);
  if (!result.ok()) result.reason += fmt::format("\n  refused by {}", golden.refusal);
  return result;
}

// Adds the findings to the reason, behind the values.
void ExplainFindings(CaseResult& result) {
  if (!result.findings.empty() && result.kind.empty()) result.kind = result.findings[0].check;
  for (const Finding& finding : result.findings) {
    if (!result.reason.empty()) result.reason += "\n";
    result.reason += fmt::format("check {}: {}", finding.check, finding.message);
    if (!finding.help.empty()) result.reason += fmt::format("\n  why: {}", finding.help);
  }
  if (!result.findings.empty()) result.outcome = Outcome::kFailed;
}

// Adds a diagnosis of the values of the first wrong output.
void ExplainValues(const CheckContext& context, const Golden& golden, CaseResult& result) {
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const auto index = static_cast<size_t>(context.instance.op.FindOutput(result.outputs[i].name));
    if (result.outputs[i].comparison.passed || index >= context.base.outputs.size()) continue;
    const std::string diagnosis = Diagnose(context, context.base.outputs[index], golden.outputs[index].tensor.value);
    if (diagnosis.empty()) continue;
    result.findings.push_back({"diagnosis", diagnosis, ""});
    return;
  }
}

// Measures the kernel roughly: other cases run beside this one, so it uses one thread, which waits for no other. `opdk
// bench` measures precisely.
void TimeKernel(const CheckContext& context, CaseResult& result) {
  using Clock = std::chrono::steady_clock;
  const auto memory = context.kernel.MakeMemory({});
  if (!memory.ok()) return;
  const ThreadScope one_thread(1);
  double least = INFINITY;
  const auto begin = Clock::now();
  for (int i = 0; i < 2 || (i < 8 && Clock::now() - begin < std::chrono::milliseconds(20)); ++i) {
    const auto start = Clock::now();
    if (!context.kernel.Call(context.kernel.call(), **memory).ok()) return;
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  result.kernel_ms = 1e3 * least;
  const auto roofline = measure::KnownRoofline(1);
  const auto expression = BindExpression(context.instance, context.harness);
  if (!roofline || !expression.ok()) return;
  result.roofline_share =
      roofline->LeastSeconds(measure::CountWork(context.instance.op, expression->outputs, expression->inputs).work) /
      least;
}

// Runs the case with its checks. Checks of memory come first: a kernel that leaves its memory would destroy this
// process.
CaseResult RunWithChecks(const Run& run, const Golden& golden, const EngineOpInfo& info) {
  std::vector<ge::Tensor> inputs;
  for (const CaseTensor& input : run.instance.inputs) inputs.push_back(input.value);
  std::vector<OtherUse> others;
  const auto& checks = run.options.checks;
  // A compiled expression keeps no state, and processes may choose different algorithms for it.
  if (run.engine != ExpressionEngine().name && std::find(checks.begin(), checks.end(), kEarlierCalls) != checks.end()) {
    SetActivity("other uses of the operator");
    others = OtherUses(run.op_case, run.instance, run.engine, run.harness);
  }
  SetActivity("the kernel's first run");
  const auto kernel = KernelRunner::Make(run.instance.op, inputs, run.engine, run.harness);
  // A kernel that can't be made fails in the ordinary run, too, which has the better message.
  if (!kernel.ok()) return RunBothWays(run, golden, info);
  KernelRun base;
  double call_ms = 0;
  if ((*kernel)->has_kernel()) {
    base = (*kernel)->Run();
    // Take the shortest of a few: on a busy machine one call may wait, and checks leave slow kernels out.
    constexpr double kFastMs = 1;
    for (int i = 0; i < 3 && base.status.ok() && base.breaches.empty() && (i == 0 || call_ms > kFastMs); ++i) {
      const auto start = std::chrono::steady_clock::now();
      (*kernel)->Run();
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
      call_ms = i == 0 ? spent.count() : std::min(call_ms, spent.count());
    }
  }
  SetActivity("");
  const CheckContext context{run.op_case, run.instance, run.engine, run.harness, golden,
                             **kernel,    base,         call_ms,    inputs,      std::move(others)};
  CaseResult checked;
  if (base.status.ok() && !RunMemoryChecks(context, run.options.checks, checked)) {
    ExplainFindings(checked);
    if ((*kernel)->has_kernel()) checked.kernel = (*kernel)->kernel_name();
    checked.golden = golden.source;
    return checked;
  }
  CaseResult result = RunBothWays(run, golden, info);
  result.checks = std::move(checked.checks);
  if (!base.status.ok()) return result;
  if (run.options.time_kernels && (*kernel)->has_kernel()) TimeKernel(context, result);
  if (!result.ok()) ExplainValues(context, golden, result);
  RunOtherChecks(context, run.options.checks, result);
  ExplainFindings(result);
  return result;
}

// The time limit of everything that has no limit of its own.
class TimeLimit {
 public:
  explicit TimeLimit(const RunOptions& options) : limits_(options.seconds > 0) {
    if (limits_) LimitTime(options.seconds);
  }
  ~TimeLimit() {
    if (limits_) LimitTime(0);
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  const bool limits_;
};

CaseResult LeftOut(Outcome outcome, const char* why) {
  CaseResult result = WithOutcome(outcome);
  result.reason = why;
  return result;
}

CaseResult RunOnEngine(const Run& run) {
  const auto& only = run.instance.engines;
  if (!only.empty() && std::find(only.begin(), only.end(), run.engine) == only.end()) {
    return LeftOut(Outcome::kSkipped, "the case names other engines");
  }
  const EngineOpInfo* info = ColumnsFor(run.instance.op, run.engine, *run.harness.packages);
  if (info == nullptr) {
    if (AnyEngineTakes(run.instance.op, *run.harness.packages)) {
      return LeftOut(Outcome::kUnsupported, "the operator information of this engine has no column for it");
    }
    return run.instance.refused ? WithOutcome(Outcome::kRefused)
                                : Failure("no engine's operator information has a column for it", "engine");
  }
  Golden golden;
  if (run.instance.fails_at_run.empty() && !run.instance.refused) {
    SetActivity(kGoldenActivity);
    if (run.options.seconds > 0) LimitTime(run.options.golden_seconds);
    auto made = GoldenOf(run.op_case, run.instance, run.engine, run.harness);
    if (run.options.seconds > 0) LimitTime(run.options.seconds);
    SetActivity("");
    if (!made.ok()) {
      return Failure(fmt::format("the golden can't be computed: {}", made.status().ToString()),
                     KindOfGoldenError(made.status().code()));
    }
    golden = std::move(made).value();
  }
  if (!golden.refusal.empty()) return RunRefused(run, golden, *info);
  if (run.options.checks.empty() || !run.instance.fails_at_run.empty()) return RunBothWays(run, golden, *info);
  return RunWithChecks(run, golden, *info);
}

}  // namespace

Status VerifyAndInfer(const PackageRegistry& packages, CaseInstance& instance) {
  const ConstInputFn value = ValuesOf(instance);
  OPDK_TRY(VerifyOperator(packages, instance.op, value));
  return InferOperatorShape(packages, instance.op, value);
}

CaseResult RunCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine, const TestHarness& harness,
                   const RunOptions& options) {
  const TimeLimit limit(options);
  const auto made = harness.packages->Declared(op_case.op, "case");
  if (!made.ok()) return Failure(made.status().ToString(), "case");
  auto instance = Instantiate(op_case, dtype, **made);
  if (!instance.ok()) return Failure(instance.status().ToString(), "case");
  Run run{op_case, harness, options, std::string(engine), std::move(instance).value()};
  const Status inferred = VerifyAndInfer(*harness.packages, run.instance);
  if (!run.instance.fails.empty()) {
    const std::string wrong = JudgeRefusal(inferred, run.instance.fails, "verification and inference accept it");
    return wrong.empty() ? WithOutcome(Outcome::kRefused) : Failure(wrong, "refusal");
  }
  if (!inferred.ok()) {
    // An operator may refuse, but mustn't throw.
    const bool threw = inferred.code() == ErrorCode::kKernelThrew;
    return run.instance.refused ? WithOutcome(Outcome::kRefused)
                                : Failure(inferred.ToString(), threw ? "inference" : "refused");
  }
  for (const Port& output : run.instance.op.outputs) {
    const int64_t count = ElementCount(output.desc.GetShape().GetDims());
    if (options.most_elements > 0 && (count == kOverflowCount || count > options.most_elements)) {
      return Failure(fmt::format("output {} has more than {} elements", output.name, options.most_elements), "case");
    }
  }
  const std::string difference = run.instance.fails_at_run.empty() ? JudgeInference(run.instance) : "";
  if (!difference.empty()) return Failure(difference, "inference");
  if (!run.instance.runnable()) {
    return op_case.expect ? WithOutcome(Outcome::kInferred)
                          : Failure("the case has no data and expects nothing", "case");
  }
  CaseResult result = RunOnEngine(run);
  if (!result.ok() && run.instance.seed) {
    result.reason += fmt::format("\n  data: drawn with `seed: {}`", *run.instance.seed);
  }
  return result;
}

}  // namespace opdk::verify
