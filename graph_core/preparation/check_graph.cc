#include <fmt/format.h>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/preparation/temporary_variables.h"

namespace opdk {

namespace {

// Checks a Data. In a region its description comes from the node's input, so only the output must exist.
Status CheckData(const Node& node, bool is_root) {
  if (node.op().outputs.empty()) return InvalidNode(node, "a Data node has an output y");
  if (!is_root) return {};
  const ge::TensorDesc& desc = node.op().outputs[0].desc;
  if (desc.GetDataType() == ge::DT_UNDEFINED) return InvalidNode(node, "the graph input has no dtype");
  std::vector<int64_t> dims = desc.GetShape().GetDims();
  for (int64_t dim : dims) {
    if (dim < ge::UNKNOWN_DIM && dims != ge::UNKNOWN_RANK) {
      return InvalidNode(node, fmt::format("dimension {} of the graph input is neither a size nor -1 (unknown)", dim));
    }
  }
  if (ElementCount(dims) == kOverflowCount) {
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("the graph input {} has more elements than memory can hold", DescText(desc)))
        .At(PlaceOf(node));
  }
  return {};
}

Status CheckConst(const Node& node) {
  const ge::Tensor& value = *node.ConstValue();
  int64_t count = ElementCount(value.GetTensorDesc().GetShape().GetDims());
  if (count < 0)
    return InvalidNode(node, fmt::format("the constant's shape {} is not one", DescText(value.GetTensorDesc())));
  int size = ge::GetSizeByDataType(value.GetDataType());
  // The size isn't checked: strings have a layout of their own, and types below a byte are packed.
  if (size <= 0 || size > ge::kDataTypeSizeBitOffset) return {};
  size_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<size_t>(count), static_cast<size_t>(size), &bytes) ||
      bytes != value.GetSize()) {
    return InvalidNode(node, fmt::format("the constant {} holds {} bytes, but its shape takes {}",
                                         DescText(value.GetTensorDesc()), value.GetSize(), bytes));
  }
  return {};
}

Status CheckNetOutput(const Node& node) {
  if (node.inputs().empty() && node.control_inputs().empty()) return InvalidNode(node, "the graph has no outputs");
  const auto* names = node.op().GetAttr<std::vector<std::string>>("output_names");
  if (names != nullptr && names->size() != node.inputs().size()) {
    return InvalidNode(node, fmt::format("{} output names for {} outputs", names->size(), node.inputs().size()));
  }
  return {};
}

Result<Changed> CheckNodes(Graph& graph, bool is_root) {
  if (graph.net_output() == nullptr) {
    return Status(ErrorCode::kGraphInvalid, "the graph has no outputs").At(fmt::format("graph {}", graph.name()));
  }
  OPDK_TRY(CheckTemporaryVariables(graph));
  Changed changed = Changed::kNo;
  for (Node* node : graph.nodes()) {
    if (node->Is(kData)) OPDK_TRY(CheckData(*node, is_root));
    if (node->Is(kConst)) OPDK_TRY(CheckConst(*node));
    for (const Region& region : node->regions()) {
      Result<Changed> inner = CheckNodes(*region.graph, false);
      if (!inner.ok())
        return std::move(inner).status().At(fmt::format("region {} of node {}", region.name, node->name()));
      if (*inner == Changed::kYes) changed = Changed::kYes;
    }
    if (!node->Is(kNetOutput)) continue;
    OPDK_TRY(CheckNetOutput(*node));
    if (node->op().attrs.contains("output_names")) continue;
    std::vector<std::string> names;
    for (const Endpoint& from : node->inputs()) {
      names.push_back(from.node->name() + ":" + from.node->op().outputs[static_cast<size_t>(from.index)].name);
    }
    node->op().attrs["output_names"] = std::move(names);
    changed = Changed::kYes;
  }
  return changed;
}

}  // namespace

Result<Changed> CheckGraph(Graph& graph, const PassContext&) {
  OPDK_TRY(graph.Verify());
  return CheckNodes(graph, true);
}

}  // namespace opdk
