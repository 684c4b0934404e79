#include "graph_core/execution/unrun_function.h"

#include <algorithm>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/infer_step.h"

namespace opdk {
namespace {

using Shapes = std::vector<std::vector<int64_t>>;

bool IsInferred(const Step& step) {
  return step.control == ControlKind::kNone && step.channel.empty() && step.variable == VariableOp::kNone &&
         step.resource == ResourceOp::kNone;
}

// Gives the value of an input that is a constant. false: it isn't.
bool Constant(const RunState& function, const RunStep& step, size_t input, ge::Tensor& tensor) {
  const int number = step.plan->inputs[input];
  if (number < 0) return false;
  const TensorSlot& slot = function.compiled().tensors[static_cast<size_t>(number)];
  const Block& block = function.compiled().blocks[static_cast<size_t>(slot.block)];
  const TensorArg& arg = step.inputs[input];
  if (block.kind != BlockKind::kConstant || arg.data == nullptr) return false;
  const auto bytes = TensorBytes(slot.dtype, slot.shape);
  if (!bytes.ok() || *bytes > arg.capacity) return false;
  const ge::TensorDesc desc(ge::Shape(slot.shape), ge::FORMAT_ND, slot.dtype);
  tensor = ge::Tensor(desc, static_cast<const uint8_t*>(arg.data), *bytes);
  return true;
}

// Infers a step's outputs. If inference refuses the inputs, the outputs stay as they are, because the step would fail.
void InferStep(const RunState& function, const RunStep& step, Shapes& shapes) {
  const Node& node = *step.loaded->node;
  std::vector<ge::TensorDesc> inputs;
  for (size_t i = 0; i < step.plan->inputs.size(); ++i) {
    const int tensor = step.plan->inputs[i];
    inputs.push_back(node.op().inputs[i].desc);
    if (tensor >= 0) inputs.back().SetShape(ge::Shape(shapes[static_cast<size_t>(tensor)]));
  }
  const auto value = [&](int input, ge::Tensor& tensor) {
    return Constant(function, step, static_cast<size_t>(input), tensor);
  };
  const auto outputs = InferOutputs(node, inputs, value, *function.shared->model->packages);
  if (!outputs.ok()) return;
  for (size_t i = 0; i < step.plan->outputs.size(); ++i) {
    auto& shape = shapes[static_cast<size_t>(step.plan->outputs[i])];
    if (IsUnknown(shape)) shape = (*outputs)[i].GetShape().GetDims();
  }
}

}  // namespace

Shapes ShapesWithoutRun(const RunState& function, std::span<const std::vector<int64_t>> inputs) {
  const Function& compiled = function.compiled();
  Shapes shapes;
  for (const TensorSlot& slot : compiled.tensors) shapes.push_back(slot.shape);
  for (size_t i = 0; i < compiled.inputs.size(); ++i) {
    auto& shape = shapes[static_cast<size_t>(compiled.inputs[i].tensor)];
    if (IsUnknown(shape)) shape = inputs[i];
  }
  for (const RunStep& step : function.steps) {
    const bool open = std::any_of(step.plan->outputs.begin(), step.plan->outputs.end(),
                                  [&](int tensor) { return IsUnknown(shapes[static_cast<size_t>(tensor)]); });
    if (open && IsInferred(*step.plan)) InferStep(function, step, shapes);
  }
  Shapes outputs;
  for (const ModelOutput& output : compiled.outputs) outputs.push_back(shapes[static_cast<size_t>(output.tensor)]);
  return outputs;
}

}  // namespace opdk
