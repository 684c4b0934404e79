#include "graph_core/preparation/conditions.h"

#include <cstring>
#include <vector>

#include "graph_core/base/truth.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/control_flow.h"

namespace opdk {

Truth TruthOf(const ge::Tensor& value) {
  const std::vector<int64_t> dims = value.GetTensorDesc().GetShape().GetDims();
  if (ge::GetSizeByDataType(value.GetDataType()) <= 0 || ElementCount(dims) < 0) return Truth::kUnknown;
  return IsTrue(value.GetDataType(), dims, value.GetData()) ? Truth::kTrue : Truth::kFalse;
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
