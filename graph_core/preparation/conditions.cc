#include "graph_core/preparation/conditions.h"

#include <algorithm>
#include <cstring>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/control_flow.h"

namespace opdk {

Truth TruthOf(const ge::Tensor& value) {
  if (ElementCount(value.GetTensorDesc().GetShape().GetDims()) != 1) return Truth::kUnknown;
  bool holds = false;
  switch (value.GetDataType()) {
    case ge::DT_BOOL:
    case ge::DT_INT8:
    case ge::DT_UINT8:
    case ge::DT_INT32:
    case ge::DT_INT64:
      holds = std::any_of(value.GetData(), value.GetData() + value.GetSize(), [](uint8_t byte) { return byte != 0; });
      break;
    case ge::DT_FLOAT: {
      float number = 0;
      std::memcpy(&number, value.GetData(), sizeof(number));
      holds = number != 0;
      break;
    }
    default:
      return Truth::kUnknown;
  }
  return holds ? Truth::kTrue : Truth::kFalse;
}

std::string ChosenBranch(const Node& node, const ge::Tensor& condition) {
  if (ControlKindOf(node) == ControlKind::kIf) {
    const Truth truth = TruthOf(condition);
    if (truth == Truth::kUnknown) return "";
    return std::string(truth == Truth::kTrue ? kThenBranch : kElseBranch);
  }
  if (ControlKindOf(node) != ControlKind::kCase || condition.GetDataType() != ge::DT_INT32 ||
      condition.GetSize() != sizeof(int32_t)) {
    return "";
  }
  int32_t index = 0;
  std::memcpy(&index, condition.GetData(), sizeof(index));
  const auto count = static_cast<int32_t>(node.regions().size());
  return RegionName(node, static_cast<size_t>(index >= 0 && index < count ? index : count - 1));
}

}  // namespace opdk
