// Text of an expression between the passes of the expression compiler.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph_core/engines/ai_core/cube/attention.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/plan/passes.h"
#include "tbe/print.h"

namespace opdk {
namespace {

std::string PrintChain(const CubeChain& chain) {
  std::string text = "chain " + tbe::NameOf(chain.cube->kind);
  for (const EpilogueMatch& match : chain.epilogues) {
    text += match.is_bias ? " + bias" : match.operand ? " + residual" : " + operation";
  }
  return text + (chain.requantization ? " + quantization\n" : "\n");
}

// Prints the kernel as the canonicaliser would give it now.
std::string PrintKernel(const ExpressionDraft::Kernel& kernel, const StepSpec& step) {
  if (step.direct != nullptr) return fmt::format("by hand: {}\n{}", step.direct->name(), Print(step.kernel.ir));
  if (!step.kernel.ir.nodes.empty()) return Print(step.kernel.ir);
  if (!kernel.canonicaliser.built()) return tbe::Print(kernel.expressions);
  Canonicaliser copy = kernel.canonicaliser;
  auto now = copy.Emit();
  return now.ok() ? Print(now->ir) : now.status().message() + "\n";
}

}  // namespace

std::string Print(const ExpressionDraft& draft) {
  std::string text;
  if (draft.plan.values.empty()) {
    std::vector<tbe::Tensor> outputs;
    std::copy_if(draft.outputs.begin(), draft.outputs.end(), std::back_inserter(outputs),
                 [](const tbe::Tensor& output) { return static_cast<bool>(output); });
    text = tbe::Print(outputs);
    for (const CubeChain& chain : draft.chains) text += PrintChain(chain);
    return text;
  }
  auto kernel = draft.kernels.begin();
  for (size_t i = 0; i < draft.plan.steps.size(); ++i) {
    const StepSpec& step = draft.plan.steps[i];
    if (step.is_attention()) {
      text += fmt::format("step {}: values {} = {} of values {}, {}\n", i, fmt::join(step.outputs, ", "),
                          DescribeAttention(step), fmt::join(step.parts[0].cube_inputs, ", "),
                          step.parts[2].cube_inputs[1]);
      continue;
    }
    if (step.is_cube()) {
      text += fmt::format("step {}: values {} = {} of values {}\n", i, fmt::join(step.outputs, ", "),
                          DescribeCube("", step), fmt::join(step.cube_inputs, ", "));
      continue;
    }
    text += fmt::format("step {}: values {} =\n{}", i, fmt::join(step.outputs, ", "), PrintKernel(*kernel++, step));
  }
  return text;
}

}  // namespace opdk
