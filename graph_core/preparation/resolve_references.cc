// Gives a region that writes its input the memory behind the input: of a RefData, or of a temporary variable.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/region_edit.h"
#include "graph_core/preparation/memory_source.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

bool GoesRound(const Node& loop, int value) {
  const ControlKind kind = ControlKindOf(loop);
  const Graph& body = *loop.region(kBody);
  const Node* data = DataOf(body, value + OwnInputs(kind));
  return MemorySource(OutputSource(body, value + OwnOutputs(kind))).node == data;
}

}  // namespace

Endpoint MemorySource(Endpoint from) {
  while (from.node != nullptr) {
    const Node& node = *from.node;
    if (node.Is(kData) || IsVariable(node)) break;
    const ControlKind kind = ControlKindOf(node);
    if (IsLoop(kind) && from.index < ValueCount(node) && GoesRound(node, from.index)) {
      from = node.input(RegionInputsBegin(kind) + from.index);
      continue;
    }
    // Outputs of a control node are values, not memory.
    const int input = kind != ControlKind::kNone || node.Is(kConst)
                          ? -1
                          : node.op().FindInput(node.op().outputs[static_cast<size_t>(from.index)].name);
    from = input < 0 ? Endpoint() : node.input(input);
  }
  return from;
}

namespace {

// Knows which Data of regions stand for memory that is written. Each Data is looked at once, however deep its region
// lies in others. Giving a region memory doesn't change the answers: it only shortens ways to the same memory.
class WrittenData {
 public:
  // Returns whether a node of the region, or of its inner regions, writes the memory that the Data stands for.
  bool Contains(const Graph& region, const Node* data) {
    const auto known = written_.find(data);
    if (known != written_.end()) return known->second;
    const bool written = Writes(region, data);
    written_.emplace(data, written);
    return written;
  }

 private:
  bool Writes(const Graph& region, const Node* data) {
    const auto from_data = [&](const Node& node, int input) { return MemorySource(node.input(input)).node == data; };
    for (const Node* node : region.nodes()) {
      const ControlKind kind = ControlKindOf(*node);
      for (const Port& output : node->op().outputs) {
        const int input = node->Is(kData) || kind != ControlKind::kNone ? -1 : node->op().FindInput(output.name);
        if (input >= 0 && from_data(*node, input)) return true;
      }
      for (int value = 0; kind != ControlKind::kNone && value < ValueCount(*node); ++value) {
        if (!from_data(*node, value + RegionInputsBegin(kind))) continue;
        for (const Region& inner : node->regions()) {
          if (Contains(*inner.graph, DataOf(*inner.graph, value + OwnInputs(kind)))) return true;
        }
      }
    }
    return false;
  }

  std::unordered_map<const Node*, bool> written_;
};

// A value of a control node, as its regions see it.
class GivenValue {
 public:
  GivenValue(Node& node, int value, WrittenData& written)
      : node_(node),
        kind_(ControlKindOf(node)),
        value_(value),
        input_(value + RegionInputsBegin(kind_)),
        written_(written) {}

  Result<bool> Resolve() {
    const Endpoint memory = MemorySource(node_.input(input_));
    const bool is_memory = memory.node != nullptr && IsVariable(*memory.node);
    bool changed = false;
    for (const Region& region : node_.regions()) {
      const bool writes = written_.Contains(*region.graph, DataIn(region));
      if (writes && is_memory) return Give(memory);
      if (!DataIn(region)->op().attrs.contains(std::string(kRefAttr))) continue;
      if (writes) return NoMemory(region);
      DataIn(region)->op().attrs.erase(std::string(kRefAttr));
      changed = true;
    }
    return changed;
  }

 private:
  Node* DataIn(const Region& region) const { return DataOf(*region.graph, value_ + OwnInputs(kind_)); }

  Result<bool> Give(Endpoint memory) {
    if (memory.node->Is(kVariable)) {
      // Values go round in the loop then, not the variable's memory.
      if (IsLoop(kind_) && !GoesRound(node_, value_)) return false;
      return InvalidNode(node_, fmt::format("a region writes input {}, which is the variable {}: a variable of the "
                                            "session is written by its name",
                                            node_.op().inputs[static_cast<size_t>(input_)].name, memory.node->name()))
          .Hint("write a Variable of that name in the region, which needs no input for it");
    }
    if (IsLoop(kind_)) OPDK_TRY(GiveOn(memory));
    for (const Region& region : node_.regions()) DataIn(region)->op().attrs[std::string(kRefAttr)] = true;
    if (node_.input(input_) != memory) node_.graph().Connect(memory, &node_, input_);
    return true;
  }

  // Lets the loop give the memory on: it is the same in each iteration and behind the loop.
  Status GiveOn(Endpoint memory) {
    if (!GoesRound(node_, value_)) {
      return InvalidNode(node_,
                         fmt::format("the body writes value {} that goes round, which begins as the memory of {}, "
                                     "but gives another on",
                                     value_, memory.node->name()))
          .Hint("let the body return the reference that it gets, or the output of its last write");
    }
    Graph& body = *node_.region(kBody);
    Node* data = DataOf(body, value_ + OwnInputs(kind_));
    body.Connect({data, 0}, body.net_output(), value_ + OwnOutputs(kind_));
    for (const Use& use : std::vector<Use>(node_.uses(value_))) node_.graph().ConnectControl(&node_, use.node);
    node_.graph().ReplaceUses({&node_, value_}, memory);
    return {};
  }

  Status NoMemory(const Region& region) const {
    return InvalidNode(*DataIn(region),
                       fmt::format("the region {} writes it, but it is fed by input {} of node {}, which is no memory",
                                   region.name, node_.op().inputs[static_cast<size_t>(input_)].name, node_.name()))
        .Hint("feed it from a RefData of the graph or a TemporaryVariable");
  }

  Node& node_;
  ControlKind kind_;
  int value_;
  int input_;
  WrittenData& written_;
};

// Works from outside to inside, because a Data is memory only if its input is.
Result<bool> ResolveIn(Graph& graph, WrittenData& written) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    if (!IsControl(*node)) continue;
    for (int value = 0; value < ValueCount(*node); ++value) {
      OPDK_TRY(const bool given, GivenValue(*node, value, written).Resolve());
      changed = changed || given;
    }
    for (const Region& region : node->regions()) {
      Result<bool> inner = ResolveIn(*region.graph, written);
      if (!inner.ok()) {
        return std::move(inner).status().At(fmt::format("region {} of node {}", region.name, node->name()));
      }
      changed = changed || *inner;
    }
  }
  return changed;
}

}  // namespace

Result<Changed> ResolveReferences(Graph& graph, const PassContext&) {
  WrittenData written;
  OPDK_TRY(const bool changed, ResolveIn(graph, written));
  return Changed{changed};
}

}  // namespace opdk
