#include "graph_core/compilation/variable_memory.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/package/engine_info.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

bool Accesses(const Step& step, VariableOp op) {
  const auto* variable = step.As<VariableTask>();
  return variable != nullptr && variable->op == op;
}

class Sharing {
 public:
  Sharing(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages)
      : function_(function),
        nodes_(nodes),
        packages_(packages),
        output_(function.blocks.size(), false),
        tensors_in_(function.blocks.size()),
        producer_(function.tensors.size(), -1),
        writes_(function.blocks.size()) {
    for (size_t t = 0; t < function.tensors.size(); ++t) {
      tensors_in_[static_cast<size_t>(BlockOf(static_cast<int>(t)))].push_back(t);
    }
    for (const ModelOutput& output : function.outputs) output_[static_cast<size_t>(BlockOf(output.tensor))] = true;
    for (size_t s = 0; s < function.steps.size(); ++s) {
      for (const int tensor : function.steps[s].outputs) {
        if (tensor >= 0) producer_[static_cast<size_t>(tensor)] = static_cast<int>(s);
      }
    }
    NoteWrites();
  }

  void Run() {
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      if (Accesses(function_.steps[s], VariableOp::kRead)) ShareRead(s);
    }
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      if (Accesses(function_.steps[s], VariableOp::kWrite)) ShareWrite(s);
    }
  }

 private:
  int BlockOf(int tensor) const { return tensor < 0 ? -1 : function_.tensors[static_cast<size_t>(tensor)].block; }
  const Node& NodeAt(int number) const { return *nodes_[static_cast<size_t>(number)]; }
  Block& Memory(int block) { return function_.blocks[static_cast<size_t>(block)]; }

  bool IsOutput(int block) const { return output_[static_cast<size_t>(block)]; }

  void Move(int from, int to) {
    std::vector<size_t>& moved = tensors_in_[static_cast<size_t>(from)];
    std::vector<size_t>& kept = tensors_in_[static_cast<size_t>(to)];
    for (const size_t tensor : moved) function_.tensors[tensor].block = to;
    kept.insert(kept.end(), moved.begin(), moved.end());
    moved.clear();
    if (IsOutput(from)) output_[static_cast<size_t>(to)] = true;
  }

  // Notes the steps that write each variable themselves, or whose regions do.
  void NoteWrites() {
    std::unordered_multimap<std::string, size_t> blocks_of;
    for (size_t b = 0; b < function_.blocks.size(); ++b) {
      const int root = function_.blocks[b].root;
      if (root < 0 || BlockOf(root) != static_cast<int>(b)) continue;
      const Node& node = NodeAt(function_.tensors[static_cast<size_t>(root)].node);
      if (IsVariable(node)) blocks_of.emplace(AccessName(node), b);
    }
    for (size_t s = 0; s < function_.steps.size(); ++s) {
      const Step& step = function_.steps[s];
      if (Accesses(step, VariableOp::kWrite)) {
        writes_[static_cast<size_t>(BlockOf(step.inputs[0]))].push_back(s);
      } else if (step.As<ControlTask>() != nullptr && !blocks_of.empty()) {
        for (const std::string& name : AccessOf(NodeAt(step.node)).written) {
          const auto [begin, end] = blocks_of.equal_range(name);
          for (auto block = begin; block != end; ++block) writes_[block->second].push_back(s);
        }
      }
    }
  }

  void ShareRead(size_t s) {
    Step& step = function_.steps[s];
    const int variable = BlockOf(step.inputs[0]);
    const int copy = BlockOf(step.outputs[0]);
    const size_t last = IsOutput(copy) ? function_.steps.size() : static_cast<size_t>(Memory(copy).last_step);
    const std::vector<size_t>& writes = writes_[static_cast<size_t>(variable)];
    const auto next = std::upper_bound(writes.begin(), writes.end(), s);
    if (next != writes.end() && *next <= last) {
      // A write may take the value that was read as its own value. Then the write is the last user.
      const bool in_a_region = function_.steps[*next].As<ControlTask>() != nullptr;
      if (*next < last || in_a_region) return;
    }
    Move(copy, variable);
  }

  // Returns the step that writes the block. -1: no step does.
  int Producer(int block) const {
    const int root = function_.blocks[static_cast<size_t>(block)].root;
    return root < 0 ? -1 : producer_[static_cast<size_t>(root)];
  }

  // Returns whether the kernel may write its output into the variable's memory: it doesn't read the variable, or reads
  // each element before it writes the element.
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
    // If the run can fail half way, it would leave half a value.
    const Step& from = function_.steps[static_cast<size_t>(producer)];
    if (!from.is_fixed_kernel() || MayFail(NodeAt(from.node), packages_)) return;
    for (size_t between = static_cast<size_t>(producer) + 1; between < s; ++between) {
      const Step& other = function_.steps[between];
      // In between there may be writes of other variables only, unless they read the old value.
      const bool concerned = std::any_of(other.inputs.begin(), other.inputs.end(),
                                         [&](int tensor) { return BlockOf(tensor) == variable; });
      if (!Accesses(other, VariableOp::kWrite) || concerned) return;
    }
    if (!MayOverwrite(from, made.root, variable)) return;
    Move(value, variable);
  }

  Function& function_;
  std::span<Node* const> nodes_;
  const PackageRegistry& packages_;
  // Entries by block, of the next two members.
  std::vector<bool> output_;  // an output of the graph lies in it
  std::vector<std::vector<size_t>> tensors_in_;
  std::vector<int> producer_;                // by tensor: the step that makes it, -1: none
  std::vector<std::vector<size_t>> writes_;  // by block of a variable: steps, in order
};

}  // namespace

void ShareVariables(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages) {
  const bool any = std::any_of(function.steps.begin(), function.steps.end(),
                               [](const Step& step) { return step.As<VariableTask>() != nullptr; });
  if (any) Sharing(function, nodes, packages).Run();
}

}  // namespace opdk
