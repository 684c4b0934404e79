#include "graph_core/engines/ai_core/steps/step_plan.h"

#include <algorithm>

namespace opdk {

std::vector<const KernelIr*> GeneratedKernels(const StepPlan& plan) {
  std::vector<const KernelIr*> kernels;
  for (const StepSpec& step : plan.steps) {
    if (step.is_vector() && step.direct == nullptr) kernels.push_back(&step.kernel.ir);
  }
  return kernels;
}

bool Reads(const StepSpec& step, int value) {
  const auto is_value = [&](int each) { return each == value; };
  const Requantization& quantized = step.requantization;
  const auto numbers = {step.bias, quantized.scale, quantized.zero_point, quantized.taken, quantized.fill};
  return std::any_of(step.kernel.inputs.begin(), step.kernel.inputs.end(),
                     [&](const CanonicalKernel::Argument& input) { return input.input == value; }) ||
         std::any_of(step.cube_inputs.begin(), step.cube_inputs.end(), is_value) ||
         std::any_of(numbers.begin(), numbers.end(), is_value) ||
         std::any_of(step.epilogues.begin(), step.epilogues.end(),
                     [&](const Epilogue& epilogue) { return epilogue.value == value; }) ||
         std::any_of(step.parts.begin(), step.parts.end(), [&](const StepSpec& part) { return Reads(part, value); });
}

std::string VectorKernelName(const StepSpec& spec) {
  const std::string name = KernelName(spec.kernel.ir);
  return spec.direct == nullptr ? name : spec.direct->name() + name.substr(name.rfind('_'));
}

}  // namespace opdk
