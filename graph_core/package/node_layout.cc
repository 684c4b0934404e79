#include "graph_core/package/node_layout.h"

#include <algorithm>

#include "graph/utils/type_utils.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/tensor_values.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

const LayoutInfo* LayoutOf(const Node& node, const PassContext& context) {
  if (IsStructural(node)) return nullptr;
  const OpInfo* info = context.packages->Information(node.type());
  return info != nullptr && info->layout ? &*info->layout : nullptr;
}

std::optional<AxisOrder> OrderSaidBy(const Node& node, const LayoutInfo& layout) {
  if (const auto* order = node.op().GetAttr<std::string>(layout.order))
    return OrderOf(ge::TypeUtils::DataFormatToFormat(*order));
  if (layout.unnamed == ge::FORMAT_ND || node.op().inputs.empty()) return std::nullopt;
  const auto described = OrderOf(node.op().inputs[0].desc.GetFormat());
  return described ? described : OrderOf(layout.unnamed);
}

bool IsOneOf(const Port& port, const std::vector<IrPort>& declared, const std::vector<std::string>& names) {
  if (port.ir_index < 0 || IsAbsent(port)) return false;
  return std::find(names.begin(), names.end(), declared.at(static_cast<size_t>(port.ir_index)).name) != names.end();
}

std::optional<Perm> TransposingPerm(const Node& node) {
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) return std::nullopt;
  Perm perm;
  if (node.Is("TransposeD")) {
    if (const auto* listed = node.op().GetAttr<Perm>("perm")) perm = *listed;
  } else if (node.Is("Transpose") && node.inputs().size() == 2 && node.input(1).node != nullptr) {
    const ge::Tensor* value = node.input(1).node->ConstValue();
    if (value != nullptr) perm = ElementsAs<int64_t>(*value);
  }
  if (perm.empty() || node.input(0).node == nullptr) return std::nullopt;
  for (int64_t& axis : perm) axis += axis < 0 ? static_cast<int64_t>(perm.size()) : 0;
  return perm;
}

}  // namespace opdk
