#include "sdk/verify/search/judgement.h"

#include <utility>

#include "sdk/verify/run/run_case.h"

namespace opdk::verify {
namespace {

using Verdict = Judgement::Verdict;

Judgement Failed(std::string kind, std::string reason) {
  return {Verdict::kFailed, std::move(kind), std::move(reason), ""};
}
Judgement Refused(const Status& status) { return {Verdict::kRefused, "", status.ToString(), ""}; }

Judgement FromResult(const CaseResult& result, const Golden& golden) {
  switch (result.outcome) {
    case Outcome::kUnsupported:
    case Outcome::kSkipped:
      return {Verdict::kUnsupported, "", "", ""};
    case Outcome::kNotVerified:
      return {Verdict::kNotVerified, "", "", result.kernel};
    case Outcome::kFailed:
      break;
    default:
      return {Verdict::kPassed, "", "", result.kernel};
  }
  for (const OutputReport& output : result.outputs) {
    if (!output.comparison.passed) return Failed("values", result.reason);
  }
  if (!result.findings.empty()) return Failed(result.findings[0].check, result.reason);
  // check_support of the kernel: it says no before anything runs.
  if (result.reason.find("error E2008") != std::string::npos) return {Verdict::kUnsupported, "", result.reason, ""};
  // A kernel may refuse arguments. Only what something else computes from them says that they are legal.
  if (golden.source.empty()) return {Verdict::kRefused, "", result.reason, ""};
  return Failed("error", result.reason);
}

}  // namespace

Judgement Judge(const SearchCase& found, const Bench& bench) {
  const OpCase op_case = found.ToCase();
  const auto made = bench.packages->CreateOperator("case", found.op);
  if (!made.ok()) return Refused(made.status());
  auto instance = Instantiate(op_case, found.dtype(), DescOf(*made));
  if (!instance.ok()) return Refused(instance.status());
  const ConstInputFn value = [&](int input, ge::Tensor& tensor) {
    const CaseTensor& given = instance->inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
  Status inferred = bench.packages->Verify(instance->op, value);
  if (inferred.ok()) inferred = bench.packages->InferShape(instance->op, value);
  if (!inferred.ok()) {
    // A refusal is the operator's right, an exception isn't.
    if (inferred.code() == ErrorCode::kKernelThrew) return Failed("inference", inferred.ToString());
    return Refused(inferred);
  }
  if (ColumnsFor(instance->op, found.engine, *bench.packages) == nullptr) return {Verdict::kUnsupported, "", "", ""};
  const auto golden = GoldenOf(op_case, *instance, found.engine, bench);
  if (!golden.ok()) return Refused(golden.status());
  return FromResult(RunCase(op_case, found.dtype(), found.engine, bench), *golden);
}

}  // namespace opdk::verify
