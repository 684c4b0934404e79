#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

std::vector<const KernelIr*> GeneratedKernels(const StepPlan& plan) {
  std::vector<const KernelIr*> kernels;
  for (const StepSpec& step : plan.steps) {
    if (!step.is_cube() && step.direct == nullptr) kernels.push_back(&step.kernel.ir);
  }
  return kernels;
}

std::string VectorKernelName(const StepSpec& spec) {
  const std::string name = KernelName(spec.kernel.ir);
  return spec.direct == nullptr ? name : spec.direct->name() + name.substr(name.rfind('_'));
}

}  // namespace opdk
