//   y = x + b, b: [8] repeated to x: [4, 8]     x: each element is read where the result's is written
//   y = x / sum of x's rows                     x: a row is summed before any of it is written
//   y = x + transpose(x)                        none: an element would be gone before it is read at its other place
//   y = exp(x), z = y * 2, both outputs         none: x may be read again once y is written
#include "graph_core/engines/ai_core/fusion/in_place.h"

#include <algorithm>

namespace opdk {
namespace {

bool IsPointwise(const KernelNode& node) {
  return node.op == KernelOp::kUnary || node.op == KernelOp::kBinary || node.op == KernelOp::kSelect ||
         node.op == KernelOp::kCast || node.op == KernelOp::kReduce;
}

// Returns whether every reader of an input reads it where its own element stands.
bool ReadInPlace(const KernelIr& ir, size_t input) {
  return std::all_of(ir.nodes.begin(), ir.nodes.end(), [&](const KernelNode& node) {
    return IsPointwise(node) || std::count(node.inputs.begin(), node.inputs.end(), static_cast<int>(input)) == 0;
  });
}

// Returns whether some value stands at another place than the elements it is computed from.
bool Moves(const KernelIr& ir) {
  return std::any_of(ir.nodes.begin(), ir.nodes.end(), [&](const KernelNode& node) {
    if (IsPointwise(node)) return false;
    // Numbers and values of a row that repeat.
    return node.op == KernelOp::kMap ? ir.nodes[static_cast<size_t>(node.inputs[0])].dims.size() >= node.dims.size()
                                     : !node.inputs.empty();
  });
}

// Returns the input onto whose memory a cube's primitive sums its result; -1: none. An operand that the primitive
// multiplies must not change meanwhile.
int64_t SummedInput(const StepPlan& plan, const StepSpec& step) {
  for (const Epilogue& epilogue : step.epilogues) {
    if (epilogue.value < 0 || epilogue.value >= plan.inputs) continue;
    bool read =
        epilogue.value == step.bias || std::count(step.cube_inputs.begin(), step.cube_inputs.end(), epilogue.value) > 0;
    return read ? -1 : epilogue.value;
  }
  return -1;
}

}  // namespace

std::vector<int64_t> InPlaceInputs(const StepPlan& plan) {
  std::vector<int64_t> inputs(static_cast<size_t>(plan.outputs), -1);
  if (plan.steps.size() == 1 && plan.outputs == 1 && plan.steps[0].is_cube()) {
    return {SummedInput(plan, plan.steps[0])};
  }
  if (plan.steps.size() != 1 || plan.steps[0].expressions.size() != 1) return inputs;
  const KernelIr& ir = plan.steps[0].kernel.ir;
  if (Moves(ir)) return inputs;
  const KernelNode& output = ir.nodes[static_cast<size_t>(ir.outputs[0])];
  for (size_t i = 0; i < ir.nodes.size(); ++i) {
    const KernelNode& node = ir.nodes[i];
    if (node.op != KernelOp::kInput || node.dims != output.dims || node.dtype != output.dtype) continue;
    if (!ReadInPlace(ir, i)) continue;
    int input = plan.steps[0].kernel.inputs[static_cast<size_t>(node.index)].input;
    int value = plan.steps[0].outputs[0];
    if (input < plan.inputs && value >= plan.inputs && value < plan.inputs + plan.outputs) {
      inputs[static_cast<size_t>(value - plan.inputs)] = input;
      return inputs;
    }
  }
  return inputs;
}

}  // namespace opdk
