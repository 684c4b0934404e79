#include "graph_core/execution/unrun_function.h"

#include <algorithm>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/infer_step.h"
#include "graph_core/ir/control_flow.h"

namespace opdk {
namespace {

using Shapes = std::vector<std::vector<int64_t>>;

// Returns the shape that fits both: -1 where extents differ, {-2} where ranks do.
std::vector<int64_t> Joined(std::vector<int64_t> a, const std::vector<int64_t>& b) {
  if (a.size() != b.size() || a == ge::UNKNOWN_RANK || b == ge::UNKNOWN_RANK) return a == b ? a : ge::UNKNOWN_RANK;
  for (size_t i = 0; i < a.size(); ++i) a[i] = a[i] == b[i] ? a[i] : -1;
  return a;
}

// Infers the steps of a function one after the other. Integers that inference gives, such as the extents of a Shape,
// are values for the steps behind it.
class UnrunFunction {
 public:
  UnrunFunction(const RunState& function, std::span<const std::vector<int64_t>> inputs,
                const std::map<size_t, ge::Tensor>& values)
      : function_(function) {
    const Function& compiled = function.compiled();
    for (const TensorSlot& slot : compiled.tensors) shapes_.push_back(slot.shape);
    for (size_t i = 0; i < compiled.inputs.size(); ++i) Complete(compiled.inputs[i].tensor, inputs[i]);
    for (const auto& [input, value] : values) values_.insert_or_assign(compiled.inputs[input].tensor, value);
  }

  Shapes Outputs() {
    for (const RunStep& step : function_.steps) Infer(step);
    Shapes outputs;
    for (const ModelOutput& output : function_.compiled().outputs) outputs.push_back(ShapeOf(output.tensor));
    return outputs;
  }

 private:
  std::vector<int64_t>& ShapeOf(int tensor) { return shapes_[static_cast<size_t>(tensor)]; }
  const TensorSlot& SlotOf(int tensor) const { return function_.compiled().tensors[static_cast<size_t>(tensor)]; }

  // Returns whether an infer function of a package tells the outputs' shapes.
  static bool HasInference(const StepTask& task) {
    return std::holds_alternative<KernelTask>(task) || std::holds_alternative<ViewTask>(task);
  }

  void Complete(int tensor, const std::vector<int64_t>& shape) {
    if (IsUnknown(ShapeOf(tensor))) ShapeOf(tensor) = shape;
  }

  void Infer(const RunStep& step) {
    const auto& outputs = step.plan->outputs;
    const bool open = std::ranges::any_of(outputs, [&](int tensor) { return IsUnknown(ShapeOf(tensor)); });
    const bool may_give_values = std::ranges::any_of(outputs, [&](int tensor) {
      return SlotOf(tensor).dtype == ge::DT_INT32 || SlotOf(tensor).dtype == ge::DT_INT64;
    });
    if (const auto* control = step.plan->As<ControlTask>()) {
      if (open) InferControl(step, *control);
    } else if ((open || may_give_values) && HasInference(step.plan->task)) {
      InferOperators(step);
    }
  }

  // Infers a step's outputs. If inference refuses the inputs, the outputs stay as they are, because the step would
  // fail.
  void InferOperators(const RunStep& step) {
    const Node& node = *step.loaded->node;
    std::vector<ge::TensorDesc> inputs;
    for (size_t i = 0; i < step.plan->inputs.size(); ++i) {
      const int tensor = step.plan->inputs[i];
      inputs.push_back(node.op().inputs[i].desc);
      if (tensor >= 0) inputs.back().SetShape(ge::Shape(ShapeOf(tensor)));
    }
    const auto value = [&](int input, ge::Tensor& tensor) { return Value(step, static_cast<size_t>(input), tensor); };
    const auto outputs = InferOutputs(node, inputs, value, *function_.shared->model->packages);
    if (!outputs.ok()) return;
    for (size_t i = 0; i < step.plan->outputs.size(); ++i) {
      const int tensor = step.plan->outputs[i];
      Complete(tensor, (*outputs)[i].GetShape().GetDims());
      uint8_t* data = nullptr;
      size_t size = 0;
      if (!(*outputs)[i].GetConstData(&data, size)) continue;
      ge::TensorDesc desc = (*outputs)[i];
      desc.SetConstData(nullptr, 0);
      values_.insert_or_assign(tensor, ge::Tensor(desc, data, size));
    }
  }

  // Gives the value of an input that is a constant, or that inference gave. false: it is neither.
  bool Value(const RunStep& step, size_t input, ge::Tensor& tensor) const {
    const int number = step.plan->inputs[input];
    if (number < 0) return false;
    if (const auto known = values_.find(number); known != values_.end()) {
      tensor = known->second;
      return true;
    }
    const TensorSlot& slot = SlotOf(number);
    const Block& block = function_.compiled().blocks[static_cast<size_t>(slot.block)];
    const TensorArg& arg = step.inputs[input];
    if (block.kind != BlockKind::kConstant || arg.data == nullptr) return false;
    const auto bytes = TensorBytes(slot.dtype, slot.shape);
    if (!bytes.ok() || *bytes > arg.capacity) return false;
    const ge::TensorDesc desc(ge::Shape(slot.shape), ge::FORMAT_ND, slot.dtype);
    tensor = ge::Tensor(desc, static_cast<const uint8_t*>(arg.data), *bytes);
    return true;
  }

  // Infers the outputs of branches, which must agree, and of loops, whose values may keep their shapes.
  void InferControl(const RunStep& step, const ControlTask& task) {
    const ControlKind kind = task.kind;
    Shapes given(static_cast<size_t>(OwnInputs(kind)));  // numbers and truths: rank 0
    for (size_t i = static_cast<size_t>(RegionInputsBegin(kind)); i < step.plan->inputs.size(); ++i) {
      const int tensor = step.plan->inputs[i];
      given.push_back(tensor < 0 ? std::vector<int64_t>() : ShapeOf(tensor));
    }
    const Shapes outputs = IsLoop(kind) ? OfLoop(step, task, given) : OfBranches(task, given);
    for (size_t i = 0; i < step.plan->outputs.size(); ++i) Complete(step.plan->outputs[i], outputs[i]);
  }

  Shapes OfBranches(const ControlTask& task, const Shapes& given) const {
    Shapes joined;
    for (size_t region = 0; region < task.functions.size(); ++region) {
      const Shapes outputs = ShapesWithoutRun(function_.callee(task, region), given);
      if (region == 0) joined = outputs;
      for (size_t i = 0; i < joined.size(); ++i) joined[i] = Joined(joined[i], outputs[i]);
    }
    return joined;
  }

  Shapes OfLoop(const RunStep& step, const ControlTask& task, const Shapes& given) const {
    const ControlKind kind = task.kind;
    const size_t own = static_cast<size_t>(OwnInputs(kind)), before = static_cast<size_t>(OwnOutputs(kind));
    const size_t values = given.size() - own;
    const Shapes body = ShapesWithoutRun(function_.callee(task, kind == ControlKind::kWhile ? 1 : 0), given);
    Shapes outputs;
    for (size_t i = 0; i < step.plan->outputs.size(); ++i) {
      const std::vector<int64_t>& shape = body[before + i];
      if (i < values) {
        outputs.push_back(Joined(given[own + i], shape));
      } else if (shape == ge::UNKNOWN_RANK) {
        outputs.push_back(shape);
      } else {  // a scan output: one slice for each iteration
        outputs.emplace_back(1, -1).insert(outputs.back().end(), shape.begin(), shape.end());
      }
    }
    return outputs;
  }

  const RunState& function_;
  Shapes shapes_;
  std::map<int, ge::Tensor> values_;
};

}  // namespace

Shapes ShapesWithoutRun(const RunState& function, std::span<const std::vector<int64_t>> inputs,
                        const std::map<size_t, ge::Tensor>& values) {
  return UnrunFunction(function, inputs, values).Outputs();
}

}  // namespace opdk
