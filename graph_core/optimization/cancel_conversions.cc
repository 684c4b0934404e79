// Removes a conversion between formats and its inverse, which engines leave where two subgraphs meet.
#include <optional>
#include <string>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/optimization/format_conversion.h"
#include "graph_core/optimization/passes.h"

namespace opdk {

namespace {

// Returns the formats between which a node converts, by CANN's attributes. nullopt: the node does anything else.
std::optional<std::pair<std::string, std::string>> ConversionOf(const Node& node) {
  const auto* from = node.op().GetAttr<std::string>("src_format");
  const auto* to = node.op().GetAttr<std::string>("dst_format");
  const bool plain = node.inputs().size() == 1 && node.op().outputs.size() == 1 && node.input(0).node != nullptr &&
                     node.control_inputs().empty() && node.control_outputs().empty();
  if (from == nullptr || to == nullptr || !plain) return std::nullopt;
  return std::pair(*from, *to);
}

bool IsSameTensor(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  return a.GetDataType() == b.GetDataType() && a.GetFormat() == b.GetFormat() &&
         a.GetShape().GetDims() == b.GetShape().GetDims();
}

// Returns whether both formats have equally many bytes. Additional elements (padding) could change on the way back.
bool FillsFormat(const ge::TensorDesc& before, const ge::TensorDesc& between) {
  const auto bytes = TensorBytes(before.GetDataType(), before.GetShape().GetDims());
  const auto there = TensorBytes(between.GetDataType(), between.GetShape().GetDims());
  return bytes.ok() && there.ok() && *bytes == *there;
}

}  // namespace

Result<Changed> CancelConversions(Graph& graph, const PassContext&) {
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  bool changed = false;
  for (Node* second : order) {
    const auto back = ConversionOf(*second);
    if (!back) continue;
    const Node* first = second->input(0).node;
    const auto there = ConversionOf(*first);
    if (!there || there->first != back->second || there->second != back->first) continue;
    const Endpoint before = first->input(0);
    if (!IsSameTensor(DescOf(before), DescOf({second, 0})) || !FillsFormat(DescOf(before), DescOf(second->input(0))))
      continue;
    if (second->uses(0).empty()) continue;
    graph.ReplaceUses({second, 0}, before);
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
