#include "graph_core/program/graph_check.h"

#include <algorithm>
#include <unordered_map>

#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/next_element.h"
#include "graph_core/ir/node_kind.h"

namespace opdk {
namespace {

class GraphCheck {
 public:
  GraphCheck(const Program& program, const std::vector<Node*>& nodes)
      : program_(program), nodes_(nodes), graphs_(program.functions.size(), nullptr), first_slot_(nodes.size(), -1) {
    for (size_t i = 0; i < nodes.size(); ++i) number_of_.emplace(nodes[i], i);
  }

  bool Holds() {
    graphs_[0] = &program_.graph;
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      // Callers come before the functions that they call.
      if (graphs_[f] == nullptr || !HoldSlots(function, *graphs_[f])) return false;
      const bool steps_hold = std::all_of(function.steps.begin(), function.steps.end(),
                                          [&](const Step& step) { return Holds(function, step, *graphs_[f]); });
      if (!steps_hold || !HoldPorts(function, *graphs_[f]) || !HoldBlocks(function)) return false;
    }
    return true;
  }

 private:
  const Node& NodeAt(int number) const { return *nodes_[static_cast<size_t>(number)]; }
  static const TensorSlot& Slot(const Function& function, int tensor) {
    return function.tensors[static_cast<size_t>(tensor)];
  }
  static const Block& BlockOf(const Function& function, int tensor) {
    return function.blocks[static_cast<size_t>(Slot(function, tensor).block)];
  }

  // Returns whether a node's output slots are consecutive, with the types and shapes of the node's description.
  bool HoldSlots(const Function& function, const Graph& graph) {
    const size_t count = function.tensors.size();
    for (size_t t = 0; t < count;) {
      const int number = function.tensors[t].node;
      if (number < 0 || static_cast<size_t>(number) >= nodes_.size()) return false;
      const std::vector<Port>& outputs = NodeAt(number).op().outputs;
      int& first = first_slot_[static_cast<size_t>(number)];
      if (&NodeAt(number).graph() != &graph || first != -1 || outputs.empty() || outputs.size() > count - t)
        return false;
      first = static_cast<int>(t);
      for (const Port& output : outputs) {
        const TensorSlot& slot = function.tensors[t++];
        if (slot.node != number || slot.dtype != output.desc.GetDataType() ||
            slot.shape != output.desc.GetShape().GetDims()) {
          return false;
        }
      }
    }
    return true;
  }

  // Returns the slot of an endpoint. -1: there is none.
  int TensorOf(const Endpoint& end) const {
    const auto found = end.node == nullptr ? number_of_.end() : number_of_.find(end.node);
    const int first = found == number_of_.end() ? -1 : first_slot_[found->second];
    return first < 0 ? -1 : first + end.index;
  }

  bool Are(const std::vector<int>& tensors, const std::vector<Endpoint>& ends) const {
    return std::equal(tensors.begin(), tensors.end(), ends.begin(), ends.end(),
                      [&](int tensor, const Endpoint& end) { return tensor == TensorOf(end); });
  }

  bool Holds(const Function& function, const Step& step, const Graph& graph) {
    const Node& node = NodeAt(step.node);
    if (&node.graph() != &graph || !Are(step.inputs, node.inputs()) || !GivesOwnOutputs(step)) return false;
    return std::visit([&](const auto& task) { return RunsAs(task, function, step, node); }, step.task) &&
           HasLivingTensors(function, step);
  }

  bool GivesOwnOutputs(const Step& step) const {
    const int first = first_slot_[static_cast<size_t>(step.node)];
    for (size_t i = 0; i < step.outputs.size(); ++i) {
      if (first < 0 || step.outputs[i] != first + static_cast<int>(i)) return false;
    }
    return true;
  }

  // Returns whether the task is that of the step's node. An engine needs a place for each output, and known shapes
  // unless the step adapts.
  bool RunsAs(const KernelTask& task, const Function& function, const Step& step, const Node& node) const {
    const std::string& engine = node.placement().engine;
    const bool is_own_image = task.image == -1 || program_.images[static_cast<size_t>(task.image)].engine == engine;
    const auto is_there = [&](int input) { return step.inputs[static_cast<size_t>(input)] >= 0; };
    const auto has_place = [&](int tensor) {
      return !IsUnknown(Slot(function, tensor).shape) || BlockOf(function, tensor).dynamic;
    };
    return !IsLocal(node) && !engine.empty() && is_own_image && (task.adapts || !HasUnknownShapes(function, step)) &&
           std::all_of(task.value_inputs.begin(), task.value_inputs.end(), is_there) &&
           std::all_of(step.outputs.begin(), step.outputs.end(), has_place);
  }

  static bool RunsAs(const ViewTask&, const Function& function, const Step& step, const Node& node) {
    return !IsLocal(node) && HasUnknownShapes(function, step) && IsView(function, step);
  }

  bool RunsAs(const ControlTask& task, const Function&, const Step&, const Node& node) {
    return IsControl(node) && task.kind == ControlKindOf(node) && CallsRegions(task, node);
  }

  static bool RunsAs(const VariableTask& task, const Function&, const Step&, const Node& node) {
    return IsVariableAccess(node) && task.op == VariableOpOf(node);
  }

  static bool RunsAs(const ChannelTask& task, const Function&, const Step&, const Node& node) {
    const auto* channel = TakesNext(node) ? node.op().GetAttr<std::string>(kChannelName) : nullptr;
    return channel != nullptr && task.channel == *channel;
  }

  static bool RunsAs(const ResourceTask& task, const Function&, const Step&, const Node& node) {
    return UsesResource(node) && task.op == ResourceOpOf(node);
  }

  static bool HasUnknownShapes(const Function& function, const Step& step) {
    const auto unknown = [&](int tensor) { return tensor >= 0 && IsUnknown(Slot(function, tensor).shape); };
    return std::any_of(step.inputs.begin(), step.inputs.end(), unknown) ||
           std::any_of(step.outputs.begin(), step.outputs.end(), unknown);
  }

  // Returns whether some output shares a block with an input. Without a kernel no other bytes could be in an output.
  static bool IsView(const Function& function, const Step& step) {
    return std::any_of(step.outputs.begin(), step.outputs.end(), [&](int output) {
      return std::any_of(step.inputs.begin(), step.inputs.end(), [&](int input) {
        return input >= 0 && Slot(function, input).block == Slot(function, output).block;
      });
    });
  }

  bool CallsRegions(const ControlTask& task, const Node& node) {
    if (task.functions.size() != node.regions().size()) return false;
    for (size_t i = 0; i < task.functions.size(); ++i) {
      const Graph*& graph = graphs_[static_cast<size_t>(task.functions[i])];
      const Graph* region = node.region(RegionName(node, i));
      // A function has one caller.
      if (graph != nullptr || region == nullptr) return false;
      graph = region;
    }
    return true;
  }

  // Returns whether the step's pool blocks are alive. Pool memory exists from a block's first step to its last.
  static bool HasLivingTensors(const Function& function, const Step& step) {
    const auto number = static_cast<int>(&step - function.steps.data());
    const auto lives = [&](int tensor) {
      if (tensor < 0) return true;
      const Block& block = BlockOf(function, tensor);
      return block.kind != BlockKind::kPool || (block.first_step <= number && number <= block.last_step);
    };
    return std::all_of(step.inputs.begin(), step.inputs.end(), lives) &&
           std::all_of(step.outputs.begin(), step.outputs.end(), lives);
  }

  bool HoldPorts(const Function& function, const Graph& graph) const {
    const std::vector<Node*> inputs = graph.inputs();
    const Node* outputs = graph.net_output();
    const auto is_input = [&](const ModelInput& port, const Node* node) {
      return port.tensor == TensorOf({const_cast<Node*>(node), 0});
    };
    const auto is_output = [&](const ModelOutput& port, const Endpoint& end) {
      return port.tensor == TensorOf(end) && BlockOf(function, port.tensor).kind != BlockKind::kPool;
    };
    return outputs != nullptr &&
           std::equal(function.inputs.begin(), function.inputs.end(), inputs.begin(), inputs.end(), is_input) &&
           std::equal(function.outputs.begin(), function.outputs.end(), outputs->inputs().begin(),
                      outputs->inputs().end(), is_output);
  }

  // Returns whether each block of a caller, constant or variable is as large as its tensor.
  bool HoldBlocks(const Function& function) const {
    for (size_t t = 0; t < function.tensors.size(); ++t) {
      const TensorSlot& slot = function.tensors[t];
      const Block& block = function.blocks[static_cast<size_t>(slot.block)];
      const Node& node = NodeAt(slot.node);
      const auto index = static_cast<size_t>(block.index);
      bool holds = true;
      if (node.Is(kConst)) {
        holds = block.kind == BlockKind::kConstant && function.constants[index] == slot.node && !block.dynamic &&
                node.ConstValue() != nullptr && block.bytes == node.ConstValue()->GetSize();
      } else if (node.Is(kVariable)) {
        holds = block.kind == BlockKind::kSession && function.variables[index] == slot.node && Fills(slot, block);
      } else if (node.Is(kData)) {
        holds = block.kind == BlockKind::kInput && function.inputs[index].tensor == static_cast<int>(t) &&
                Fills(slot, block);
      }
      if (!holds) return false;
    }
    return std::all_of(function.blocks.begin(), function.blocks.end(), [&](const Block& block) {
      if (block.kind == BlockKind::kOutput) {
        // A view that only the run knows ends a graph of known shapes. Its step compares it with the tensor below it.
        const TensorSlot& output = Slot(function, function.outputs[static_cast<size_t>(block.index)].tensor);
        return block.dynamic || IsUnknown(output.shape) || Fills(output, block);
      }
      return block.kind != BlockKind::kPool || &BlockOf(function, block.root) == &block;
    });
  }

  static bool Fills(const TensorSlot& slot, const Block& block) {
    if (IsUnknown(slot.shape)) return block.dynamic;
    const auto bytes = TensorBytes(slot.dtype, slot.shape);
    return bytes.ok() && !block.dynamic && block.bytes == *bytes;
  }

  const Program& program_;
  const std::vector<Node*>& nodes_;
  std::unordered_map<const Node*, size_t> number_of_;
  std::vector<const Graph*> graphs_;  // by function
  std::vector<int> first_slot_;       // by node number: slot of its first output; -1: none
};

}  // namespace

bool FitsGraph(const Program& program, const std::vector<Node*>& nodes) { return GraphCheck(program, nodes).Holds(); }

}  // namespace opdk
