#include "graph_core/ir/region_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/graph_edges.h"

namespace opdk {

namespace {

// Returns the slots that are left after some are dropped.
std::vector<int> Kept(size_t count, std::vector<int> dropped) {
  std::sort(dropped.begin(), dropped.end());
  std::vector<int> kept;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    if (!std::binary_search(dropped.begin(), dropped.end(), i)) kept.push_back(i);
  }
  return kept;
}

// Returns the ports in `kept`. Entries of a dynamic port are numbered again, without gaps.
std::vector<Port> KeptPorts(const std::vector<Port>& ports, const std::vector<IrPort>& declared,
                            const std::vector<int>& kept) {
  std::vector<Port> result;
  std::map<int, int> numbers;
  for (const int slot : kept) {
    Port port = ports[static_cast<size_t>(slot)];
    const bool known = port.ir_index >= 0 && static_cast<size_t>(port.ir_index) < declared.size();
    if (known && declared[static_cast<size_t>(port.ir_index)].kind == PortKind::kDynamic) {
      port.name = fmt::format("{}{}", declared[static_cast<size_t>(port.ir_index)].name, numbers[port.ir_index]++);
    }
    result.push_back(std::move(port));
  }
  return result;
}

void DropInputs(Node& node, const std::vector<int>& dropped) {
  const std::vector<int> kept = Kept(node.op().inputs.size(), dropped);
  std::vector<Port> ports = KeptPorts(node.op().inputs, node.op().ir_inputs, kept);
  if (const auto* names = node.op().GetAttr<std::vector<std::string>>("output_names"); node.Is(kNetOutput) && names) {
    std::vector<std::string> left;
    for (const int slot : kept) left.push_back((*names)[static_cast<size_t>(slot)]);
    node.op().attrs["output_names"] = std::move(left);
  }
  node.graph().RearrangeInputs(&node, std::move(ports), kept);
}

void DropOutputs(Node& node, const std::vector<int>& dropped) {
  const std::vector<int> kept = Kept(node.op().outputs.size(), dropped);
  node.graph().RearrangeOutputs(&node, KeptPorts(node.op().outputs, node.op().ir_outputs, kept), kept);
}

void DropData(Graph& region, const std::vector<int>& dropped) {
  const std::vector<Node*> data = region.inputs();
  size_t number = 0;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    if (std::find(dropped.begin(), dropped.end(), i) != dropped.end()) {
      region.Remove(data[static_cast<size_t>(i)]);
    } else {
      SetDataIndex(data[static_cast<size_t>(i)]->op(), number++);
    }
  }
}

// Returns the ports with one more at `slot`, an entry of the last declared port, which is dynamic. Fills `from` for
// RearrangeInputs or RearrangeOutputs.
std::vector<Port> WithOneMore(const std::vector<Port>& ports, const std::vector<IrPort>& declared, int slot,
                              const ge::TensorDesc& desc, std::vector<int>& from) {
  std::vector<Port> more = ports;
  const int dynamic = static_cast<int>(declared.size()) - 1;
  more.insert(more.begin() + slot, Port{"", dynamic, desc});
  for (int i = 0; i < static_cast<int>(more.size()); ++i) from.push_back(i < slot ? i : i == slot ? -1 : i - 1);
  std::vector<int> all(more.size());
  std::iota(all.begin(), all.end(), 0);
  return KeptPorts(more, declared, all);
}

void InsertInput(Node& node, int slot, const std::string& name, const ge::TensorDesc& desc) {
  std::vector<int> from;
  std::vector<Port> ports = WithOneMore(node.op().inputs, node.op().ir_inputs, slot, desc, from);
  if (const auto* names = node.op().GetAttr<std::vector<std::string>>("output_names"); node.Is(kNetOutput) && names) {
    std::vector<std::string> more = *names;
    more.insert(more.begin() + std::min<ptrdiff_t>(slot, std::ssize(more)), name);
    node.op().attrs["output_names"] = std::move(more);
  }
  node.graph().RearrangeInputs(&node, std::move(ports), from);
}

void InsertOutput(Node& node, int slot, const ge::TensorDesc& desc) {
  std::vector<int> from;
  std::vector<Port> ports = WithOneMore(node.op().outputs, node.op().ir_outputs, slot, desc, from);
  node.graph().RearrangeOutputs(&node, std::move(ports), from);
}

Node* AddData(Graph& region, const std::string& name, const ge::TensorDesc& desc) {
  OpDesc op;
  op.name = name;
  op.type = kData;
  SetDataIndex(op, region.inputs().size());
  op.outputs.push_back({"y", 0, desc});
  return region.AddNode(std::move(op));
}

std::vector<int> Moved(std::vector<int> numbers, int by) {
  for (int& number : numbers) number += by;
  return numbers;
}

}  // namespace

void DropValues(Node& node, const std::vector<int>& values) {
  const ControlKind kind = ControlKindOf(node);
  if (IsLoop(kind)) {
    DropInputs(*node.region(kBody)->net_output(), Moved(values, OwnOutputs(kind)));
    DropOutputs(node, values);
  }
  for (const Region& region : node.regions()) DropData(*region.graph, Moved(values, OwnInputs(kind)));
  DropInputs(node, Moved(values, RegionInputsBegin(kind)));
}

void DropBranchOutputs(Node& node, const std::vector<int>& outputs) {
  for (const Region& region : node.regions()) DropInputs(*region.graph->net_output(), outputs);
  DropOutputs(node, outputs);
}

AddedValue AddInvariant(Node& loop, const std::string& name, const ge::TensorDesc& desc) {
  const ControlKind kind = ControlKindOf(loop);
  const int value = ValueCount(loop);
  const int input = RegionInputsBegin(kind) + value;
  InsertInput(loop, input, name, desc);
  InsertOutput(loop, value, desc);
  for (const Region& region : loop.regions()) AddData(*region.graph, name, desc);
  Graph& body = *loop.region(kBody);
  const Endpoint data = {body.inputs().back(), 0};
  const int output = OwnOutputs(kind) + value;
  InsertInput(*body.net_output(), output, name, desc);
  body.Connect(data, body.net_output(), output);
  return {input, data};
}

int ValueCount(const Node& node) {
  return static_cast<int>(node.inputs().size()) - RegionInputsBegin(ControlKindOf(node));
}

bool IsInvariant(const Node& node, int value) {
  const ControlKind kind = ControlKindOf(node);
  if (!IsLoop(kind)) return true;
  const Graph& body = *node.region(kBody);
  return OutputSource(body, value + OwnOutputs(kind)) == Endpoint{DataOf(body, value + OwnInputs(kind)), 0};
}

void WriteOut(Graph& graph, Node* node, std::string_view region_name) {
  const std::unique_ptr<Graph> region = node->TakeRegion(region_name);
  const std::vector<Node*> nodes = region->nodes();
  const Edges edges = TakeEdges(*region);
  const auto moves = [](const Node* inner) { return !inner->Is(kData) && !inner->Is(kNetOutput); };
  for (Node* inner : nodes) {
    if (!moves(inner)) continue;
    graph.Adopt(*region, inner);
    if (inner->Is(kConst)) continue;
    // The control edges of the node become control edges of the nodes that replace it.
    for (Node* before : node->control_inputs()) graph.ConnectControl(before, inner);
    for (Node* after : node->control_outputs()) graph.ConnectControl(inner, after);
  }
  const auto outer = [&](const Endpoint& from) {
    if (!from.node->Is(kData)) return from;
    return node->input(RegionSource(ControlKindOf(*node), *DataIndex(*from.node)));
  };
  std::vector<Endpoint> outputs(node->op().outputs.size());
  for (const DataEdge& edge : edges.data) {
    if (edge.to.node->Is(kNetOutput)) {
      outputs[static_cast<size_t>(edge.to.index)] = outer(edge.from);
    } else {
      graph.Connect(outer(edge.from), edge.to.node, edge.to.index);
    }
  }
  for (const auto& [from, to] : edges.control) {
    if (moves(from) && moves(to)) graph.ConnectControl(from, to);
  }
  for (size_t i = 0; i < outputs.size(); ++i) graph.ReplaceUses({node, static_cast<int>(i)}, outputs[i]);
  graph.Remove(node);
}

Endpoint OutputSource(const Graph& graph, int output) { return graph.net_output()->input(output); }

Node* DataOf(const Graph& graph, int data) { return graph.inputs().at(static_cast<size_t>(data)); }

}  // namespace opdk
