#include <fmt/format.h>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/text_lexer.h"

namespace opdk {

namespace {

std::string Color(const Node& node) {
  if (node.Is(kData) || node.Is(kNetOutput)) return "lightgoldenrod1";
  if (node.Is(kConst)) return "gray90";
  if (node.placement().engine == "ai_core") return "lightblue";
  if (node.placement().engine == "ai_cpu") return "lightsalmon";
  return "white";
}

std::string NodeLine(const Node& node, std::string_view id) {
  std::string label = node.Is(kConst) ? node.name() : fmt::format("{}\n{}", node.type(), node.name());
  return fmt::format("{} [label={}, shape={}, style=filled, fillcolor={}];\n", id, text::Quote(label),
                     node.Is(kConst) ? "note" : "box", Color(node));
}

void Draw(const Graph& graph, const std::string& prefix, std::string& out) {
  auto id = [&](const Node& node) { return text::Quote(prefix + node.name()); };
  for (const Node* node : graph.nodes()) {
    out += "  " + NodeLine(*node, id(*node));
    // Each region is drawn as a box beside its node.
    for (const Region& region : node->regions()) {
      std::string inner = fmt::format("{}{}/{}/", prefix, node->name(), region.name);
      out += fmt::format("  subgraph {} {{\n  label={};\n", text::Quote("cluster_" + inner),
                         text::Quote(fmt::format("{} of {}", region.name, node->name())));
      Draw(*region.graph, inner, out);
      out += "  }\n";
    }
  }
  for (const Node* node : graph.nodes()) {
    for (const Endpoint& from : node->inputs()) {
      if (from.node == nullptr) continue;
      const ge::TensorDesc& desc = from.node->op().outputs[static_cast<size_t>(from.index)].desc;
      out += fmt::format("  {} -> {} [label={}];\n", id(*from.node), id(*node), text::Quote(DescText(desc)));
    }
    for (const Node* control : node->control_inputs()) {
      out += fmt::format("  {} -> {} [style=dashed];\n", id(*control), id(*node));
    }
  }
}

}  // namespace

std::string ToDot(const Graph& graph) {
  std::string out = fmt::format("digraph {} {{\n  node [fontname=monospace];\n", text::Quote(graph.name()));
  Draw(graph, "", out);
  return out + "}\n";
}

}  // namespace opdk
