// Checks against the author's own implementation of the formula in Python.
#include <fmt/format.h>

#include <utility>

#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {

Findings CheckReference(const CheckContext& context) {
  // A case with literal expectations needs no second opinion, and the reference may have been the golden itself.
  if (context.op_case.expect || context.golden.source.starts_with("Python")) return std::nullopt;
  if (!context.harness.references.HasOwnFile(context.op_case.op)) return std::nullopt;
  auto reference = ReferenceGolden(context.op_case, context.instance, context.harness);
  if (!reference.ok()) return std::vector<Finding>{{"", reference.status().ToString(), ""}};
  if (reference->source.empty()) return std::nullopt;
  std::vector<Finding> findings;
  for (size_t i = 0; i < reference->outputs.size() && i < context.base.outputs.size(); ++i) {
    CaseTensor& expected = reference->outputs[i].tensor;
    if (i < context.golden.outputs.size()) expected.bounds = context.golden.outputs[i].tensor.bounds;
    const auto standard = StandardFor(context.op_case, context.instance, i, context.harness, "", expected);
    if (!standard.ok() || standard->kind == StandardKind::kDoubleBenchmark) return std::nullopt;
    const Comparison comparison = Compare(context.base.outputs[i], expected, *standard);
    if (comparison.passed) continue;
    findings.push_back({"",
                        fmt::format("output {} isn't what {} says: {}", context.instance.op.outputs[i].name,
                                    reference->source, comparison.Explain()),
                        "The kernel agrees with " +
                            (context.golden.source.empty() ? "nothing" : context.golden.source) +
                            ": either that or the reference has misread the formula."});
  }
  return findings;
}

}  // namespace opdk::verify
