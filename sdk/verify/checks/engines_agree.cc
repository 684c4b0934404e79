// Checks that both engines compute the same.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sdk/verify/checks/check.h"
#include "sdk/verify/compare/compare.h"

namespace opdk::verify {

Findings CheckEnginesAgree(const CheckContext& context) {
  // Symmetric: made once, and not where the other engine has decided already.
  if (context.engine != kAiCoreEngine || context.golden.rfind("engine ", 0) == 0) return std::nullopt;
  const auto& only = context.instance.engines;
  if (!only.empty() && std::find(only.begin(), only.end(), kAiCpuEngine) == only.end()) return std::nullopt;
  const auto other = OtherEngineGolden(context.instance, context.engine, context.bench);
  // A failing AI CPU kernel is found when it is run itself.
  if (!other.ok() || other->source.empty()) return std::nullopt;
  std::vector<Finding> findings;
  for (size_t i = 0; i < other->outputs.size() && i < context.base.outputs.size(); ++i) {
    const CaseTensor& expected = other->outputs[i].tensor;
    auto standard = StandardOf(context.op_case, expected.value.GetTensorDesc().GetDataType());
    if (!standard.ok() || standard->kind == StandardKind::kDoubleBenchmark) return std::nullopt;
    // Each may be off by the tolerance, to opposite sides.
    standard->rtol *= 2;
    standard->atol *= 2;
    standard->ulp *= 2;
    const Comparison comparison = Compare(context.base.outputs[i], expected, *standard);
    if (comparison.passed) continue;
    findings.push_back({"",
                        fmt::format("AI Core and AI CPU disagree about output {}: {}",
                                    context.instance.op.outputs[i].name, comparison.reason),
                        "The same model gives another result when an operator moves to the other engine. Golden data "
                        "that both must meet says which one is wrong."});
  }
  return findings;
}

}  // namespace opdk::verify
