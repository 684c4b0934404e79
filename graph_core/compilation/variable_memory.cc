#include "graph_core/compilation/variable_memory.h"

#include <algorithm>

#include "graph_core/package/engine_info.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

class Sharing {
 public:
  Sharing(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages)
      : function_(function), nodes_(nodes), packages_(packages) {}

  void Run() {
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      if (function_.steps[s].variable == VariableOp::kRead) ShareRead(s);
    }
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      if (function_.steps[s].variable == VariableOp::kWrite) ShareWrite(s);
    }
  }

 private:
  int BlockOf(int tensor) const { return tensor < 0 ? -1 : function_.tensors[static_cast<size_t>(tensor)].block; }
  const Node& NodeAt(int number) const { return *nodes_[static_cast<size_t>(number)]; }
  Block& Memory(int block) { return function_.blocks[static_cast<size_t>(block)]; }

  bool IsOutput(int block) const {
    return std::any_of(function_.outputs.begin(), function_.outputs.end(),
                       [&](const ModelOutput& output) { return BlockOf(output.tensor) == block; });
  }

  void Move(int from, int to) {
    for (TensorSlot& slot : function_.tensors) {
      if (slot.block == from) slot.block = to;
    }
  }

  // Whether the step, or a region of it, writes the variable of that block.
  bool Writes(const Step& step, int variable) {
    if (step.variable == VariableOp::kWrite) return BlockOf(step.inputs[0]) == variable;
    if (step.control == ControlKind::kNone) return false;
    const int root = Memory(variable).root;
    const Node& node = NodeAt(function_.tensors[static_cast<size_t>(root)].node);
    return IsVariable(node) && AccessOf(NodeAt(step.node)).written.contains(AccessName(node));
  }

  void ShareRead(size_t s) {
    Step& step = function_.steps[s];
    const int variable = BlockOf(step.inputs[0]);
    const int copy = BlockOf(step.outputs[0]);
    const size_t last = IsOutput(copy) ? function_.steps.size() : static_cast<size_t>(Memory(copy).last_step);
    for (size_t later = s + 1; later < function_.steps.size() && later <= last; ++later) {
      // A write may take what was read as its own value: then it is the last to use it.
      const bool in_a_region = function_.steps[later].control != ControlKind::kNone;
      if (Writes(function_.steps[later], variable) && (later < last || in_a_region)) return;
    }
    Move(copy, variable);
  }

  // The step that makes what lies in the block, -1: it isn't a step's own.
  int Producer(int block) const {
    const int root = function_.blocks[static_cast<size_t>(block)].root;
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      const std::vector<int>& outputs = function_.steps[s].outputs;
      if (std::find(outputs.begin(), outputs.end(), root) != outputs.end()) return static_cast<int>(s);
    }
    return -1;
  }

  // Whether the kernel may write its output where it reads the variable: it doesn't read it, or reads each element before
  // it writes it.
  bool MayOverwrite(const Step& producer, int root, int variable) const {
    const auto output = std::find(producer.outputs.begin(), producer.outputs.end(), root) - producer.outputs.begin();
    const int in_place = InPlaceInput(NodeAt(producer.node), static_cast<int>(output), packages_);
    for (size_t i = 0; i < producer.inputs.size(); ++i) {
      if (BlockOf(producer.inputs[i]) == variable && static_cast<int>(i) != in_place) return false;
    }
    return std::none_of(producer.outputs.begin(), producer.outputs.end(),
                        [&](int tensor) { return BlockOf(tensor) == variable; });
  }

  void ShareWrite(size_t s) {
    Step& step = function_.steps[s];
    const int variable = BlockOf(step.inputs[0]);
    const int value = BlockOf(step.inputs[1]);
    const Block& made = Memory(value);
    if (made.kind != BlockKind::kArena || made.dynamic || IsOutput(value)) return;
    if (made.bytes != Memory(variable).bytes || made.last_step != static_cast<int>(s)) return;
    const int producer = Producer(value);
    if (producer < 0) return;
    // A run that fails half way must not leave half a value.
    const Step& from = function_.steps[static_cast<size_t>(producer)];
    if (!from.has_task || from.adapts || MayFail(NodeAt(from.node), packages_)) return;
    for (size_t between = static_cast<size_t>(producer) + 1; between < s; ++between) {
      const Step& other = function_.steps[between];
      // Another variable may still be given the old value, and another value may be written first.
      const bool concerned = std::any_of(other.inputs.begin(), other.inputs.end(),
                                         [&](int tensor) { return BlockOf(tensor) == variable; });
      if (other.variable != VariableOp::kWrite || concerned) return;
    }
    if (!MayOverwrite(from, made.root, variable)) return;
    Move(value, variable);
  }

  Function& function_;
  std::span<Node* const> nodes_;
  const PackageRegistry& packages_;
};

}  // namespace

void ShareVariables(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages) {
  Sharing(function, nodes, packages).Run();
}

}  // namespace opdk
