#include "graph_core/preparation/fill_from_prototypes.h"

#include <fmt/format.h>

#include <charconv>

#include "graph/operator.h"
#include "graph_core/ir/attr_compare.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/passes.h"
#include "opdk/prototype_origin.h"

namespace opdk {

namespace {

// ---- attributes

// Converts the value to the declared type if no information is lost: integers to floats, the empty list to any list.
// false: it can't.
bool Convert(Attr& value, std::string_view type) {
  if (TypeToken(value) == type || type.empty()) return true;
  if (type == "AscendString") return std::holds_alternative<std::string>(value);
  if (type == "ListAscendString") return std::holds_alternative<std::vector<std::string>>(value);
  if (const auto* number = std::get_if<int64_t>(&value); number != nullptr && type == "Float") {
    value = static_cast<float>(*number);
    return true;
  }
  const auto* list = std::get_if<std::vector<int64_t>>(&value);
  if (list == nullptr) return false;
  if (type == "ListFloat") {
    value = std::vector<float>(list->begin(), list->end());
    return true;
  }
  if (!list->empty()) return false;
  if (type == "ListBool") value = std::vector<bool>();
  if (type == "ListString") value = std::vector<std::string>();
  if (type == "ListType") value = std::vector<ge::DataType>();
  if (type == "ListTensor") value = std::vector<ge::Tensor>();
  if (type == "ListListInt") value = std::vector<std::vector<int64_t>>();
  return TypeToken(value) == type;
}

Result<bool> FillAttrs(Node& node, const OpDesc& prototype) {
  bool changed = false;
  AttrMap& attrs = node.op().attrs;
  for (const IrAttr& declared : prototype.ir_attrs) {
    auto found = attrs.find(declared.name);
    bool unset = found == attrs.end() || std::holds_alternative<std::monostate>(found->second);
    if (unset && declared.required) {
      return Status(ErrorCode::kAttrInvalid,
                    fmt::format("the required attribute {} ({}) is missing", declared.name, declared.type))
          .At(PlaceOf(node));
    }
    if (unset) {
      // An attribute without a default in the prototype stays unset.
      if (std::holds_alternative<std::monostate>(declared.default_value)) continue;
      attrs[declared.name] = declared.default_value;
      changed = true;
      continue;
    }
    const std::string before = TypeToken(found->second);
    if (!Convert(found->second, declared.type)) {
      return Status(ErrorCode::kAttrInvalid, fmt::format("attribute {} is a {}, but the prototype declares {}",
                                                         declared.name, before, declared.type))
          .At(PlaceOf(node));
    }
    changed = changed || TypeToken(found->second) != before;
  }
  return changed;
}

// ---- ports

// The place of an instance's port: the declared port, and the number in a dynamic port.
struct PortPlace {
  int ir_index = -1;
  int number = 0;
};

PortPlace PlaceOfPort(const std::vector<IrPort>& declared, std::string_view name) {
  for (size_t i = 0; i < declared.size(); ++i) {
    if (declared[i].kind != PortKind::kDynamic && declared[i].name == name) return {static_cast<int>(i), 0};
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    const std::string& base = declared[i].name;
    if (declared[i].kind != PortKind::kDynamic || !name.starts_with(base)) continue;
    int number = 0;
    const char* end = name.data() + name.size();
    auto [stop, error] = std::from_chars(name.data() + base.size(), end, number);
    if (name.size() > base.size() && stop == end && error == std::errc() && number >= 0) {
      return {static_cast<int>(i), number};
    }
  }
  return {};
}

// An instance's ports in the declared order. `from[i]` is the old slot of new port i, -1 for a new port.
struct PortTable {
  std::vector<Port> ports;
  std::vector<int> from;
};

Result<PortTable> ArrangePorts(const Node& node, const std::vector<IrPort>& declared, const std::vector<Port>& ports,
                               bool inputs) {
  std::string_view what = inputs ? "input" : "output";
  std::vector<std::vector<int>> slots(declared.size());
  for (size_t i = 0; i < ports.size(); ++i) {
    PortPlace place = PlaceOfPort(declared, ports[i].name);
    if (place.ir_index < 0) {
      std::vector<std::string> names;
      names.reserve(declared.size());
      for (const IrPort& port : declared) names.push_back(port.name);
      std::string near = Nearest(ports[i].name, names);
      Status unknown = InvalidNode(
          node, fmt::format("the operator has no {} {}; it has: {}", what, ports[i].name, fmt::join(names, ", ")));
      if (near.empty()) return unknown;
      return std::move(unknown).Hint(fmt::format("did you mean {}?", near));
    }
    std::vector<int>& entries = slots[static_cast<size_t>(place.ir_index)];
    size_t number = static_cast<size_t>(place.number);
    // The numbers of a dynamic port are bounded by the number of ports: gaps would only waste memory.
    if (number >= ports.size()) return InvalidNode(node, fmt::format("{} {} is out of sequence", what, ports[i].name));
    if (entries.size() <= number) entries.resize(number + 1, -1);
    if (entries[number] >= 0) return InvalidNode(node, fmt::format("two {}s are called {}", what, ports[i].name));
    entries[number] = static_cast<int>(i);
  }
  PortTable table;
  for (size_t ir = 0; ir < declared.size(); ++ir) {
    bool dynamic = declared[ir].kind == PortKind::kDynamic;
    std::vector<int>& entries = slots[ir];
    if (!dynamic && entries.empty()) entries.push_back(-1);
    for (size_t n = 0; n < entries.size(); ++n) {
      std::string name = dynamic ? fmt::format("{}{}", declared[ir].name, n) : declared[ir].name;
      if (dynamic && inputs && entries[n] < 0) return InvalidNode(node, fmt::format("input {} is missing", name));
      ge::TensorDesc unknown(ge::Shape(), inputs ? ge::FORMAT_RESERVED : ge::FORMAT_ND, ge::DT_UNDEFINED);
      table.from.push_back(entries[n]);
      table.ports.push_back({std::move(name), static_cast<int>(ir),
                             entries[n] < 0 ? unknown : ports[static_cast<size_t>(entries[n])].desc});
    }
  }
  return table;
}

bool IsArranged(const std::vector<Port>& ports, const PortTable& table) {
  if (ports.size() != table.ports.size()) return false;
  for (size_t i = 0; i < ports.size(); ++i) {
    if (table.from[i] != static_cast<int>(i) || ports[i].ir_index != table.ports[i].ir_index) return false;
  }
  return true;
}

Result<bool> FillPorts(Graph& graph, Node& node, const OpDesc& prototype) {
  OpDesc& op = node.op();
  OPDK_TRY(PortTable inputs, ArrangePorts(node, prototype.ir_inputs, op.inputs, true));
  OPDK_TRY(PortTable outputs, ArrangePorts(node, prototype.ir_outputs, op.outputs, false));
  bool changed = false;
  if (!IsArranged(op.inputs, inputs)) {
    graph.RearrangeInputs(&node, std::move(inputs.ports), inputs.from);
    changed = true;
  }
  if (!IsArranged(op.outputs, outputs)) {
    graph.RearrangeOutputs(&node, std::move(outputs.ports), outputs.from);
    changed = true;
  }
  op.ir_inputs = prototype.ir_inputs;
  op.ir_outputs = prototype.ir_outputs;
  op.ir_attrs = prototype.ir_attrs;
  op.ir_symbols = prototype.ir_symbols;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const IrPort& declared = op.ir_inputs[static_cast<size_t>(op.inputs[i].ir_index)];
    if (node.inputs()[i].node == nullptr && declared.kind != PortKind::kOptional) {
      return InvalidNode(node, fmt::format("the required input {} is not connected", op.inputs[i].name));
    }
  }
  return changed;
}

}  // namespace

Result<bool> FillNode(Graph& graph, Node& node, const OpDesc& prototype) {
  OPDK_TRY(bool attrs, FillAttrs(node, prototype));
  OPDK_TRY(bool ports, FillPorts(graph, node, prototype));
  return attrs || ports;
}

namespace {

Status FillGraph(Graph& graph, const PassContext& context, bool& changed) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  for (Node* node : order) {
    if (node->body() != nullptr) OPDK_TRY(FillGraph(*node->body(), context, changed));
    const bool declared = node->Is(kTemporary) || (IsLocal(*node) && !IsVariableAccess(*node));
    if (IsStructural(*node) && !declared) continue;
    OPDK_TRY(const OpDesc* prototype, context.packages->Declared(node->type(), node->name()));
    OPDK_TRY(bool filled, FillNode(graph, *node, *prototype));
    changed = changed || filled;
  }
  return {};
}

}  // namespace

Result<Changed> FillFromPrototypes(Graph& graph, const PassContext& context) {
  bool changed = false;
  OPDK_TRY(FillGraph(graph, context, changed));
  return Changed{changed};
}

}  // namespace opdk
