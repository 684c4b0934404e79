// The passes that make each vector step's kernel: one stage of the canonicaliser each, for all steps.
#include <algorithm>
#include <utility>

#include "graph_core/engines/ai_core/plan/passes.h"

namespace opdk {

Result<Changed> SinkKernelReshapes(ExpressionDraft& draft) {
  bool changed = false;
  for (ExpressionDraft::Kernel& kernel : draft.kernels) {
    std::vector<tbe::Tensor> sunk = SinkReshapes(kernel.expressions);
    for (size_t i = 0; i < sunk.size(); ++i) changed = changed || sunk[i].get() != kernel.expressions[i].get();
    kernel.expressions = std::move(sunk);
  }
  return Changed{changed};
}

Result<Changed> BuildKernels(ExpressionDraft& draft) {
  for (ExpressionDraft::Kernel& kernel : draft.kernels) OPDK_TRY(kernel.canonicaliser.Build(kernel.expressions));
  return Changed{!draft.kernels.empty()};
}

Result<Changed> SplitKernelAxes(ExpressionDraft& draft) {
  bool changed = false;
  for (ExpressionDraft::Kernel& kernel : draft.kernels) changed = kernel.canonicaliser.SplitAxes() || changed;
  return Changed{changed};
}

Result<Changed> MergeKernelAxes(ExpressionDraft& draft) {
  bool changed = false;
  for (ExpressionDraft::Kernel& kernel : draft.kernels) {
    OPDK_TRY(const bool merged, kernel.canonicaliser.MergeAxes());
    changed = changed || merged;
  }
  return Changed{changed};
}

Result<Changed> NumberKernels(ExpressionDraft& draft) {
  for (ExpressionDraft::Kernel& kernel : draft.kernels) {
    CanonicalKernel& made = draft.plan.steps[kernel.step].kernel;
    OPDK_TRY(made, kernel.canonicaliser.Emit());
    made.ir.name = KernelName(made.ir);
  }
  return Changed{!draft.kernels.empty()};
}

Result<Changed> UseDirectKernels(ExpressionDraft& draft) {
  bool changed = false;
  for (const ExpressionDraft::Kernel& kernel : draft.kernels) {
    StepSpec& step = draft.plan.steps[kernel.step];
    step.direct = FindDirectPattern(step.kernel.ir);
    changed = changed || step.direct != nullptr;
  }
  return Changed{changed};
}

}  // namespace opdk
