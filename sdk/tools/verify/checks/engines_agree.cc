// Checks that both engines compute equal results, within tolerance.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/package/engine_info.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/compare.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {

namespace {

// Returns the largest distance of two kernels that may both be off by the tolerance, to opposite sides. If the
// operator's expression judged the values, its bounds judge here, too: `expected` gets them.
Result<Standard> StandardBetweenEngines(const CheckContext& context, size_t output, CaseTensor& expected) {
  OPDK_TRY(Standard standard, StandardOf(context.op_case, expected.value.GetTensorDesc().GetDataType(),
                                         context.instance.op.outputs[output].name));
  const auto& golden = context.golden.outputs;
  if (standard.by_default && output < golden.size() && !golden[output].tensor.bounds.empty()) {
    standard = DerivedStandard();
    expected.bounds = golden[output].tensor.bounds;
    for (double& bound : expected.bounds) bound *= 2;
  }
  standard.rtol *= 2;
  standard.atol *= 2;
  standard.ulp *= 2;
  return standard;
}

// Returns the place of the largest distance, and both engines' values there.
std::string WorstText(const Comparison& comparison) {
  if (comparison.worst.empty()) return "";
  const BadElement& worst = comparison.worst.front();
  return fmt::format("; at {} AI Core gives {}, AI CPU {}", worst.index, worst.actual, worst.expected);
}

}  // namespace

Findings CheckEnginesAgree(const CheckContext& context) {
  // The check is symmetric: it runs for one engine, and not if the other engine was the golden.
  if (context.engine == ReferenceEngine().name || context.golden.source.rfind("engine ", 0) == 0) return std::nullopt;
  const auto& only = context.instance.engines;
  if (!only.empty() && std::find(only.begin(), only.end(), ReferenceEngine().name) == only.end()) return std::nullopt;
  SetActivity(
      fmt::format("check engines_agree, in the kernel of {}: its own case fails, too", ReferenceEngine().title));
  auto other = OtherEngineGolden(context.instance, context.engine, context.harness);
  SetActivity("check engines_agree");
  // A failing AI CPU kernel fails in its own run.
  if (!other.ok() || other->source.empty()) return std::nullopt;
  std::vector<Finding> findings;
  for (size_t i = 0; i < other->outputs.size() && i < context.base.outputs.size(); ++i) {
    CaseTensor& expected = other->outputs[i].tensor;
    const auto standard = StandardBetweenEngines(context, i, expected);
    if (!standard.ok() || standard->kind == StandardKind::kDoubleBenchmark) return std::nullopt;
    const Comparison comparison = Compare(context.base.outputs[i], expected, *standard);
    if (comparison.passed) continue;
    findings.push_back({"",
                        fmt::format("AI Core and AI CPU disagree about output {}: {}{}",
                                    context.instance.op.outputs[i].name, comparison.reason, WorstText(comparison)),
                        "The same model gives another result when an operator moves to the other engine. Golden data "
                        "that both must meet says which one is wrong."});
  }
  return findings;
}

}  // namespace opdk::verify
