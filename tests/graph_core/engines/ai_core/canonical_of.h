// The canonical kernel of an expression without cube operations.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/plan/pipeline.h"

namespace opdk::testing {

// E2010, as the passes say.
inline Result<CanonicalKernel> CanonicalOf(std::span<const tbe::Tensor> outputs, const PassContext& context = {}) {
  constexpr int kInputs = 8;
  OPDK_TRY(StepPlan plan, MakePlan(outputs, std::vector<bool>(outputs.size(), true), kInputs, {}, context));
  OPDK_CHECK(plan.steps.size() == 1, "one vector step");
  return std::move(plan.steps[0].kernel);
}
inline Result<CanonicalKernel> CanonicalOf(const tbe::Tensor& output, const PassContext& context = {}) {
  return CanonicalOf(std::span(&output, 1), context);
}

}  // namespace opdk::testing
