// Runs a program on the identity of its bytes, not on numbers: each byte of memory is the byte of the tensor last
// written there. The run knows nothing of lifetimes. So it finds a memory plan that lets one tensor overwrite another
// too early.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph_core/base/tensor_size.h"
#include "graph_core/package/placed_node.h"
#include "graph_core/program/program.h"

namespace opdk::tests {

class SymbolicRun {
 public:
  SymbolicRun(const Program& program, const PackageRegistry& packages)
      : function_(program.main()), packages_(packages), memory_(function_.blocks.size()) {
    auto nodes = NumberedNodes(program.graph);
    OPDK_CHECK(nodes.ok(), nodes.status().ToString());
    nodes_ = *std::move(nodes);
    for (size_t t = 0; t < function_.tensors.size(); ++t) number_of_[NodeOf(Slot(t)).name()].push_back(t);
    for (size_t t = 0; t < function_.tensors.size(); ++t) holds_.push_back(ContentOf(t));
    arena_.assign(function_.arena_bytes, kNobody);
  }

  // Runs the steps. Returns the overwritten bytes that a step or a reader of the outputs finds, in words; "" if there
  // are none. `order`: of the steps; {}: the function's.
  std::string Run(std::vector<int> order = {}) {
    for (int s = 0; order.size() < function_.steps.size(); ++s) order.push_back(s);
    for (size_t t = 0; t < function_.tensors.size(); ++t) {
      const BlockKind kind = BlockOf(t).kind;
      if (kind == BlockKind::kInput || kind == BlockKind::kConstant) {
        if (BlockOf(t).root == static_cast<int>(t)) Write(t);
      }
    }
    for (const int s : order) {
      const std::string problem = Execute(function_.steps[static_cast<size_t>(s)]);
      if (!problem.empty()) return problem;
    }
    for (const ModelOutput& output : function_.outputs) {
      const auto t = static_cast<size_t>(output.tensor);
      if (!Holds(t)) return fmt::format("output {} has other bytes in it", output.name);
    }
    return "";
  }

 private:
  using Content = std::vector<int64_t>;
  static constexpr int64_t kNobody = -1;

  const TensorSlot& Slot(size_t tensor) const { return function_.tensors[tensor]; }
  const Block& BlockOf(size_t tensor) const { return function_.blocks[static_cast<size_t>(Slot(tensor).block)]; }
  const Node& NodeOf(const TensorSlot& slot) const { return *nodes_[static_cast<size_t>(slot.node)]; }
  static size_t BytesOf(const TensorSlot& slot) {
    const auto bytes = TensorBytes(slot.dtype, slot.shape);
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    return *bytes;
  }
  size_t TensorAt(const Endpoint& from) const {
    return number_of_.at(from.node->name()).at(static_cast<size_t>(from.index));
  }

  // Returns a tensor's content by the meaning of its operator. Joined and cut tensors have their parts' bytes, views
  // their inputs'.
  Content ContentOf(size_t tensor) {
    const Node& node = NodeOf(Slot(tensor));
    const auto output = static_cast<int>(tensor - number_of_.at(node.name()).front());
    if (node.type() == "ConcatD") return Joined(tensor, node);
    if (node.type() == "SplitVD") return Cut(tensor, node, output);
    if (node.type() == "Reshape") return holds_[TensorAt(node.input(0))];
    Content own;
    for (size_t i = 0; i < BytesOf(Slot(tensor)); ++i)
      own.push_back((static_cast<int64_t>(tensor) << 32) + static_cast<int64_t>(i));
    return own;
  }

  // Returns the number of stretches of the tensor along the operator's axis. Each part has a piece of every stretch.
  size_t StretchesOf(const TensorSlot& whole, int64_t axis) const {
    size_t count = 1;
    if (axis < 0) axis += std::ssize(whole.shape);
    for (int64_t i = 0; i < axis; ++i) count *= static_cast<size_t>(whole.shape[static_cast<size_t>(i)]);
    return count;
  }

  Content Joined(size_t tensor, const Node& node) {
    const size_t stretches = StretchesOf(Slot(tensor), *node.op().GetAttr<int64_t>("concat_dim"));
    Content whole;
    for (size_t s = 0; s < stretches; ++s) {
      for (const Endpoint& input : node.inputs()) {
        const Content& part = holds_[TensorAt(input)];
        const size_t bytes = part.size() / stretches;
        whole.insert(whole.end(), part.begin() + static_cast<std::ptrdiff_t>(s * bytes),
                     part.begin() + static_cast<std::ptrdiff_t>((s + 1) * bytes));
      }
    }
    return whole;
  }

  Content Cut(size_t tensor, const Node& node, int output) {
    const size_t source = TensorAt(node.input(0));
    const size_t stretches = StretchesOf(Slot(source), *node.op().GetAttr<int64_t>("split_dim"));
    const Content& whole = holds_[source];
    size_t begin = 0;
    for (int i = 0; i < output; ++i) begin += BytesOf(Slot(tensor - static_cast<size_t>(output - i))) / stretches;
    const size_t bytes = BytesOf(Slot(tensor)) / stretches, stride = whole.size() / stretches;
    Content part;
    for (size_t s = 0; s < stretches; ++s) {
      const auto first = whole.begin() + static_cast<std::ptrdiff_t>(s * stride + begin);
      part.insert(part.end(), first, first + static_cast<std::ptrdiff_t>(bytes));
    }
    return part;
  }

  struct Place {
    Content* memory;
    size_t begin;
  };
  Place PlaceOf(size_t tensor) {
    const Block& block = BlockOf(tensor);
    if (block.kind == BlockKind::kArena) return {&arena_, block.offset + Slot(tensor).offset};
    Content& own = memory_[static_cast<size_t>(Slot(tensor).block)];
    if (own.empty()) own.assign(block.bytes, kNobody);
    return {&own, Slot(tensor).offset};
  }

  void Write(size_t tensor) {
    const auto [memory, begin] = PlaceOf(tensor);
    OPDK_CHECK(begin + holds_[tensor].size() <= memory->size(), "a tensor lies outside of its memory");
    std::copy(holds_[tensor].begin(), holds_[tensor].end(), memory->begin() + static_cast<std::ptrdiff_t>(begin));
  }

  bool Holds(size_t tensor) {
    const auto [memory, begin] = PlaceOf(tensor);
    return begin + holds_[tensor].size() <= memory->size() &&
           std::equal(holds_[tensor].begin(), holds_[tensor].end(),
                      memory->begin() + static_cast<std::ptrdiff_t>(begin));
  }

  bool Overlap(size_t a, size_t b) {
    const Place left = PlaceOf(a), right = PlaceOf(b);
    return left.memory == right.memory && left.begin < right.begin + holds_[b].size() &&
           right.begin < left.begin + holds_[a].size();
  }

  bool Coincide(size_t a, size_t b) {
    const Place left = PlaceOf(a), right = PlaceOf(b);
    return left.memory == right.memory && left.begin == right.begin && holds_[a].size() == holds_[b].size();
  }

  std::string Execute(const Step& step) {
    const Node& node = *nodes_[static_cast<size_t>(step.node)];
    for (const int input : step.inputs) {
      if (input >= 0 && !Holds(static_cast<size_t>(input))) return fmt::format("{} reads other bytes", node.name());
    }
    for (size_t o = 0; o < step.outputs.size(); ++o) {
      const auto output = static_cast<size_t>(step.outputs[o]);
      const int in_place = InPlaceInput(node, static_cast<int>(o), packages_);
      for (size_t i = 0; i < step.inputs.size(); ++i) {
        if (step.inputs[i] < 0) continue;
        const auto input = static_cast<size_t>(step.inputs[i]);
        if (static_cast<int>(i) == in_place && Coincide(output, input)) continue;
        if (Overlap(output, input)) {
          return fmt::format("{} writes over its input {}", node.name(), i);
        }
      }
    }
    for (const int output : step.outputs) Write(static_cast<size_t>(output));
    return "";
  }

  const Function& function_;
  const PackageRegistry& packages_;
  std::vector<Node*> nodes_;
  std::map<std::string, std::vector<size_t>> number_of_;  // tensors of a node
  std::vector<Content> holds_;                            // the content of each tensor
  Content arena_;
  std::vector<Content> memory_;  // of the blocks elsewhere
};

}  // namespace opdk::tests
