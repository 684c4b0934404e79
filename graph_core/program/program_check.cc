#include "graph_core/program/program_check.h"

#include <algorithm>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/variables.h"
#include "graph_core/program/graph_check.h"

namespace opdk {
namespace {

class Check {
 public:
  Check(const Program& program, const std::vector<Node*>& nodes) : program_(program), nodes_(nodes) {}

  bool Holds() const {
    if (program_.functions.empty()) return false;
    int first_step = 0;
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (function.first_step != first_step || !Holds(function, f)) return false;
      first_step += static_cast<int>(function.steps.size());
    }
    return true;
  }

 private:
  static bool Below(int number, size_t count) { return number >= 0 && static_cast<size_t>(number) < count; }
  static bool AllBelow(const std::vector<int>& numbers, size_t count) {
    return std::all_of(numbers.begin(), numbers.end(), [&](int number) { return Below(number, count); });
  }

  bool Holds(const Function& function, size_t number) const {
    const size_t tensors = function.tensors.size();
    // Tensors of the caller begin where their memory does. FitsGraph compares their shapes.
    const auto is_input = [&](const ModelInput& port) {
      if (!Below(port.tensor, tensors)) return false;
      const TensorSlot& slot = Slot(function, port.tensor);
      return slot.offset == 0 && Below(slot.node, nodes_.size()) && HasOutput(slot.node);
    };
    const auto is_output = [&](const ModelOutput& port) {
      return Below(port.tensor, tensors) && (port.copied || Slot(function, port.tensor).offset == 0);
    };
    const auto is_variable = [&](int node) {
      return Below(node, nodes_.size()) && nodes_[static_cast<size_t>(node)]->Is(kVariable) && HasOutput(node);
    };
    const auto is_value = [&](int node) { return Below(node, nodes_.size()) && IsValue(node); };
    return std::all_of(function.inputs.begin(), function.inputs.end(), is_input) &&
           std::all_of(function.outputs.begin(), function.outputs.end(), is_output) &&
           std::all_of(function.constants.begin(), function.constants.end(), is_value) &&
           std::all_of(function.variables.begin(), function.variables.end(), is_variable) &&
           std::all_of(function.tensors.begin(), function.tensors.end(),
                       [&](const TensorSlot& tensor) { return Holds(function, tensor); }) &&
           std::all_of(function.blocks.begin(), function.blocks.end(),
                       [&](const Block& block) { return Holds(function, block); }) &&
           std::all_of(function.steps.begin(), function.steps.end(),
                       [&](const Step& step) { return Holds(function, step, number); }) &&
           HoldStreams(function);
  }

  // Returns whether sections are in order, and their steps are kernels with known shapes, which wait for earlier steps
  // of the section on other streams.
  static bool HoldStreams(const Function& function) {
    int end = 0;
    for (const StreamSection& section : function.sections) {
      const bool fits = section.begin >= end && section.end > section.begin && section.streams > 1 &&
                        static_cast<size_t>(section.end) <= function.steps.size();
      if (!fits) return false;
      for (int s = std::exchange(end, section.end), begin = section.begin; s < section.end; ++s) {
        const Step& step = function.steps[static_cast<size_t>(s)];
        if (s < begin) {
          if (!step.waits.empty()) return false;
          continue;
        }
        const auto is_earlier = [&](int wait) {
          return wait >= begin && wait < s && function.steps[static_cast<size_t>(wait)].stream != step.stream;
        };
        const bool on_stream = step.is_fixed_kernel() && step.stream >= 0 && step.stream < section.streams;
        if (!on_stream || !std::all_of(step.waits.begin(), step.waits.end(), is_earlier)) return false;
      }
    }
    return std::all_of(function.steps.begin() + end, function.steps.end(),
                       [](const Step& step) { return step.waits.empty(); });
  }

  static const TensorSlot& Slot(const Function& function, int tensor) {
    return function.tensors[static_cast<size_t>(tensor)];
  }

  // Returns whether a tensor is inside of its block. A tensor at an offset needs a known size, in memory of known size.
  static bool Holds(const Function& function, const TensorSlot& tensor) {
    if (!Below(tensor.block, function.blocks.size())) return false;
    const Block& block = function.blocks[static_cast<size_t>(tensor.block)];
    const auto bytes = TensorBytes(tensor.dtype, tensor.shape);
    const bool known = !block.dynamic && !IsUnknown(tensor.shape) && bytes.ok();
    if (!known) return tensor.offset == 0;
    const bool may_be_part = block.kind == BlockKind::kArena || block.kind == BlockKind::kInput ||
                             block.kind == BlockKind::kOutput || block.kind == BlockKind::kSession;
    return (tensor.offset == 0 || may_be_part) && tensor.offset % kArenaAlignment == 0 &&
           tensor.offset <= block.bytes && *bytes <= block.bytes - tensor.offset;
  }

  bool HasOutput(int node) const { return !nodes_[static_cast<size_t>(node)]->op().outputs.empty(); }
  bool IsValue(int node) const { return nodes_[static_cast<size_t>(node)]->ConstValue() != nullptr; }

  bool Holds(const Function& function, const Block& block) const {
    const int steps = static_cast<int>(function.steps.size());
    if (block.first_step < 0 || block.last_step < block.first_step || block.last_step > steps) return false;
    switch (block.kind) {
      case BlockKind::kArena:
        return block.offset <= function.arena_bytes && block.bytes <= function.arena_bytes - block.offset;
      case BlockKind::kConstant:
        return Below(block.index, function.constants.size());
      case BlockKind::kSession:
        return Below(block.index, function.variables.size());
      case BlockKind::kInput:
        return Below(block.index, function.inputs.size());
      case BlockKind::kOutput:
        return IsOutput(function, block);
      case BlockKind::kPool:
        return Below(block.root, function.tensors.size()) && block.last_step < steps;
      case BlockKind::kRegion:
        return true;
    }
    return false;
  }

  // Returns whether the output that names the block lies in it and isn't copied.
  static bool IsOutput(const Function& function, const Block& block) {
    if (!Below(block.index, function.outputs.size())) return false;
    const ModelOutput& output = function.outputs[static_cast<size_t>(block.index)];
    return !output.copied && &function.blocks[static_cast<size_t>(Slot(function, output.tensor).block)] == &block;
  }

  bool Holds(const Function& function, const Step& step, size_t number) const {
    const size_t tensors = function.tensors.size();
    if (!Below(step.node, nodes_.size()) || !AllBelow(step.outputs, tensors)) return false;
    const OpDesc& op = nodes_[static_cast<size_t>(step.node)]->op();
    const bool inputs_fit = std::all_of(step.inputs.begin(), step.inputs.end(),
                                        [&](int tensor) { return tensor == -1 || Below(tensor, tensors); });
    return inputs_fit && op.inputs.size() == step.inputs.size() && op.outputs.size() == step.outputs.size() &&
           std::visit([&](const auto& task) { return HoldsTask(task, function, step, number); }, step.task);
  }

  // Returns whether the numbers of the task are in range, and the step has the ports of a task of the executor.
  // Execution doesn't check them.
  bool HoldsTask(const KernelTask& task, const Function&, const Step& step, size_t) const {
    return AllBelow(task.value_inputs, step.inputs.size()) &&
           (task.image == -1 || Below(task.image, program_.images.size()));
  }

  static bool HoldsTask(const ViewTask&, const Function&, const Step&, size_t) { return true; }

  bool HoldsTask(const ControlTask& task, const Function& function, const Step& step, size_t number) const {
    if (!Below(task.frame, function.blocks.size())) return false;
    const Block& frame = function.blocks[static_cast<size_t>(task.frame)];
    // A function calls only functions behind it, so none calls itself. The arena of each fits into the frame.
    const bool calls_fit = std::all_of(task.functions.begin(), task.functions.end(), [&](int called) {
      return Below(called, program_.functions.size()) && static_cast<size_t>(called) > number &&
             program_.functions[static_cast<size_t>(called)].arena_bytes <= frame.bytes;
    });
    // Loop alone has optional inputs, in front of those that its body takes.
    const size_t optional = task.kind == ControlKind::kLoop ? static_cast<size_t>(RegionInputsBegin(task.kind)) : 0;
    return calls_fit && frame.kind == BlockKind::kArena && AreThere(step.inputs, optional) && OwnMemory(function, step);
  }

  static bool HoldsTask(const VariableTask& task, const Function&, const Step& step, size_t) {
    const bool writes = task.op == VariableOp::kWrite;
    return step.inputs.size() == (writes ? 2 : 1) && AreThere(step.inputs) && (writes || step.outputs.size() == 1);
  }

  static bool HoldsTask(const ChannelTask&, const Function& function, const Step& step, size_t) {
    return OwnMemory(function, step);
  }

  static bool HoldsTask(const ResourceTask& task, const Function& function, const Step& step, size_t) {
    return AreThere(step.inputs) && HasPortsOf(task.op, step.inputs.size(), step.outputs.size()) &&
           OwnMemory(function, step);
  }

  static bool AreThere(const std::vector<int>& tensors, size_t begin = 0) {
    return std::none_of(tensors.begin() + static_cast<std::ptrdiff_t>(std::min(begin, tensors.size())), tensors.end(),
                        [](int tensor) { return tensor < 0; });
  }

  // Returns whether the outputs are where the memory begins that the step itself provides for them.
  static bool OwnMemory(const Function& function, const Step& step) {
    return std::all_of(step.outputs.begin(), step.outputs.end(),
                       [&](int tensor) { return Slot(function, tensor).offset == 0; });
  }

  const Program& program_;
  const std::vector<Node*>& nodes_;
};

}  // namespace

bool HangsTogether(const Program& program, const std::vector<Node*>& nodes) {
  return Check(program, nodes).Holds() && FitsGraph(program, nodes);
}

}  // namespace opdk
