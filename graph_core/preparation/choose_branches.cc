#include <algorithm>
#include <cstring>

#include "graph_core/base/type_names.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/preparation/region_edit.h"

namespace opdk {

namespace {

// The value of a constant of one element as a condition. The executor's rule for others is that of their shape.
bool IsTrue(const ge::Tensor& value) {
  const auto* bytes = value.GetData();
  if (value.GetDataType() == ge::DT_FLOAT) {
    float number = 0;
    std::memcpy(&number, bytes, sizeof(number));
    return number != 0;
  }
  return std::any_of(bytes, bytes + value.GetSize(), [](uint8_t byte) { return byte != 0; });
}

// A condition that is known: one of whole numbers or bools, or a float.
const ge::Tensor* KnownCondition(const Endpoint& source) {
  if (source.node == nullptr) return nullptr;
  const ge::Tensor* value = source.node->ConstValue();
  if (value == nullptr || ElementCount(value->GetTensorDesc().GetShape().GetDims()) != 1) return nullptr;
  switch (value->GetDataType()) {
    case ge::DT_BOOL:
    case ge::DT_INT8:
    case ge::DT_UINT8:
    case ge::DT_INT32:
    case ge::DT_INT64:
    case ge::DT_FLOAT:
      return value;
    default:
      return nullptr;
  }
}

std::string ChosenBranch(const Node& node, const ge::Tensor& condition) {
  if (ControlKindOf(node) == ControlKind::kIf) return std::string(IsTrue(condition) ? kThenBranch : kElseBranch);
  int32_t index = 0;
  std::memcpy(&index, condition.GetData(), sizeof(index));
  const auto count = static_cast<int32_t>(node.regions().size());
  return RegionName(node, static_cast<size_t>(index >= 0 && index < count ? index : count - 1));
}

// Whether the node was written out or passed by.
bool Choose(Graph& graph, Node* node) {
  const ControlKind kind = ControlKindOf(*node);
  if (kind == ControlKind::kIf || kind == ControlKind::kCase) {
    const ge::Tensor* condition = KnownCondition(node->input(0));
    if (condition == nullptr || (kind == ControlKind::kCase && condition->GetDataType() != ge::DT_INT32)) return false;
    WriteOut(graph, node, ChosenBranch(*node, *condition));
    return true;
  }
  if (kind != ControlKind::kWhile || !node->control_outputs().empty()) return false;
  const ge::Tensor* condition = KnownCondition(OutputSource(*node->region(kCond), 0));
  if (condition == nullptr || IsTrue(*condition)) return false;
  for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) graph.ReplaceUses({node, i}, node->input(i));
  graph.Remove(node);
  return true;
}

Result<Changed> ChooseInGraph(Graph& graph, const PassContext&) {
  bool changed = false;
  for (Node* node : graph.nodes()) changed = Choose(graph, node) || changed;
  return Changed{changed};
}

}  // namespace

Result<Changed> ChooseBranches(Graph& graph, const PassContext& context) {
  Changed changed = Changed::kNo;
  while (true) {
    OPDK_TRY(const Changed chosen, RunOnTree({"choose_branches", ChooseInGraph}, graph, context));
    if (chosen == Changed::kNo) return changed;
    changed = Changed::kYes;
    // What was joined with another branch may be known now, and decide the next condition.
    OPDK_TRY(RunOnTree({"remove_dead_nodes", RemoveDeadNodes}, graph, context));
    OPDK_TRY(RunOnTree({"simplify_regions", SimplifyRegions}, graph, context));
    OPDK_TRY(InferShapes(graph, context));
    OPDK_TRY(RunOnTree({"fold_constants", FoldConstants}, graph, context));
  }
}

}  // namespace opdk
