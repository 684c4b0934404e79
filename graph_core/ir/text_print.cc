#include <fmt/format.h>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/text_values.h"

namespace opdk {

namespace {

using text::NameText;

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}

  void PrintGraph(const Graph& graph, std::string_view keyword, int depth) {
    out_ += fmt::format("{} {} ", keyword, NameText(graph.name()));
    if (!graph.attrs().empty()) {
      out_ += "with " + text::AttrMapText(graph.attrs(), options_.max_const_elements) + " ";
    }
    out_ += "{\n";
    auto order = graph.TopologicalOrder();
    // A graph with a cycle has no order; a dump of it must be readable nevertheless.
    for (const Node* node : order.ok() ? *order : graph.nodes()) PrintNode(*node, depth + 1);
    Indent(depth);
    out_ += "}";
  }

  std::string Take() { return std::move(out_) + "\n"; }

 private:
  void Indent(int depth) { out_.append(static_cast<size_t>(depth) * 2, ' '); }

  static std::string NodeText(std::string_view name) {
    return "%" + (text::IsBareNode(name) ? std::string(name) : text::Quote(name));
  }

  // Returns a port's name. A name that is also a type's name is quoted, so that it isn't read as a type.
  static std::string PortText(const std::string& name) {
    ge::DataType ignored = ge::DT_UNDEFINED;
    return name == "_" || ParseDtypeName(name, ignored) ? text::Quote(name) : NameText(name);
  }

  static std::string EndpointText(const Endpoint& from) {
    if (from.node == nullptr) return "_";
    std::string text = NodeText(from.node->name());
    if (from.index == 0) return text;
    const std::vector<Port>& outputs = from.node->op().outputs;
    const std::string& port = outputs[static_cast<size_t>(from.index)].name;
    bool unique = !port.empty() && from.node->op().FindOutput(port) == from.index;
    return text + ":" + (unique ? NameText(port) : std::to_string(from.index));
  }

  // Returns whether the instance's ports are in the order of the declared ports, so that they can be printed by these.
  static bool FollowsDeclaration(const std::vector<IrPort>& declared, const std::vector<Port>& ports) {
    if (declared.empty()) return false;
    int last = 0;
    std::vector<size_t> counts(declared.size());
    for (const Port& port : ports) {
      if (port.ir_index < last || static_cast<size_t>(port.ir_index) >= declared.size()) return false;
      last = port.ir_index;
      const IrPort& ir = declared[static_cast<size_t>(last)];
      size_t nth = counts[static_cast<size_t>(last)]++;
      bool dynamic = ir.kind == PortKind::kDynamic;
      if (port.name != (dynamic ? ir.name + std::to_string(nth) : ir.name) || (!dynamic && nth > 0)) return false;
    }
    return true;
  }

  // Returns "x: a, min?: b, z: [c, d]". `item(i)` is the text of the i-th port.
  template <typename Item>
  static std::string PortList(const std::vector<IrPort>& declared, const std::vector<Port>& ports, Item item) {
    std::string text;
    auto add = [&](const std::string& entry) { text += (text.empty() ? "" : ", ") + entry; };
    if (!FollowsDeclaration(declared, ports)) {
      for (size_t i = 0; i < ports.size(); ++i) add(PortText(ports[i].name) + ": " + item(i));
      return text;
    }
    size_t next = 0;
    for (size_t ir = 0; ir < declared.size(); ++ir) {
      bool dynamic = declared[ir].kind == PortKind::kDynamic;
      std::string entries;
      bool any = false;
      while (next < ports.size() && static_cast<size_t>(ports[next].ir_index) == ir) {
        entries += (any ? ", " : "") + item(next++);
        any = true;
      }
      if (!any && !dynamic) continue;
      std::string mark = declared[ir].kind == PortKind::kOptional ? "?" : "";
      add(PortText(declared[ir].name) + mark + ": " + (dynamic ? "[" + entries + "]" : entries));
    }
    return text;
  }

  static std::string OutputText(const Node& node) {
    const std::vector<Port>& outputs = node.op().outputs;
    auto desc = [&](size_t i) { return DescText(outputs[i].desc); };
    if (outputs.empty()) return "";
    const ge::Tensor* value = node.ConstValue();
    bool single = outputs.size() == 1 && outputs[0].name == "y";
    // The value of a constant shows its type.
    if (single && value != nullptr && DescText(value->GetTensorDesc()) == desc(0)) return "";
    if (single) return " : " + desc(0);
    return " : " + PortList(node.op().ir_outputs, outputs, desc);
  }

  static std::string PlacementText(const Placement& placement) {
    std::string text = "  // " + (placement.engine.empty() ? "not placed" : placement.engine);
    if (!placement.package.empty()) text += ", " + placement.package;
    if (!placement.kernel.empty()) text += ", " + placement.kernel;
    return text;
  }

  void PrintNode(const Node& node, int depth) {
    const OpDesc& op = node.op();
    Indent(depth);
    out_ += NodeText(node.name()) + " = " + NameText(node.type());
    auto input = [&](size_t i) { return EndpointText(node.inputs()[i]); };
    std::string inputs = PortList(op.ir_inputs, op.inputs, input);
    if (!inputs.empty()) out_ += "(" + inputs + ")";
    if (!node.control_inputs().empty()) {
      std::string controls;
      for (const Node* control : node.control_inputs()) {
        controls += (controls.empty() ? "" : ", ") + NodeText(control->name());
      }
      out_ += " after(" + controls + ")";
    }
    if (!op.attrs.empty()) out_ += " " + text::AttrMapText(op.attrs, options_.max_const_elements);
    out_ += OutputText(node);
    for (const Region& region : node.regions()) {
      out_ += " ";
      PrintGraph(*region.graph, region.name, depth);
    }
    if (options_.placement && !node.Is(kData) && !node.Is(kConst) && !node.Is(kNetOutput)) {
      out_ += PlacementText(node.placement());
    }
    out_ += "\n";
  }

  const PrintOptions& options_;
  std::string out_;
};

}  // namespace

std::string Print(const Graph& graph, const PrintOptions& options) {
  Printer printer(options);
  printer.PrintGraph(graph, "graph", 0);
  return printer.Take();
}

}  // namespace opdk
