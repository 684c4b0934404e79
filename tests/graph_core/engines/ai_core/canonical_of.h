// The canonical kernel of an expression without cube operations, made by the passes behind the division into steps.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/plan/pipeline.h"

namespace opdk::tests {

// Returns the canonical kernel of an expression. E2010, as the passes say.
inline Result<CanonicalKernel> CanonicalOf(std::span<const tbe::Tensor> outputs, const PassContext& context = {}) {
  ExpressionDraft draft;
  draft.plan.steps.emplace_back();
  draft.kernels.push_back({0, {outputs.begin(), outputs.end()}, {}});
  bool divided = false;
  for (const ExpressionPass& pass : ExpressionPasses()) {
    if (divided && !IsDisabled({pass.name, pass.required}, context)) OPDK_TRY(pass.run(draft));
    divided = divided || pass.name == "divide_into_steps";
  }
  return std::move(draft.plan.steps[0].kernel);
}
inline Result<CanonicalKernel> CanonicalOf(const tbe::Tensor& output, const PassContext& context = {}) {
  return CanonicalOf(std::span(&output, 1), context);
}

}  // namespace opdk::tests
