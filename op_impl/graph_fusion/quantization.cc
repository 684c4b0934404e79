#include "op_impl/graph_fusion/quantization.h"

#include <algorithm>

#include "op_impl/graph_fusion/node_facts.h"

namespace opdk::graph_fusion {

std::vector<float> ScaleOf(const ge::GNode& node) {
  const auto scale = ConstantInput(node, 1);
  if (!scale || scale->GetDataType() != ge::DT_FLOAT || AttrOf<int64_t>(node, "block_size").value_or(0) != 0) return {};
  if (scale->GetTensorDesc().GetShape().GetDimNum() > 1) return {};
  const auto* first = reinterpret_cast<const float*>(scale->GetData());
  return {first, first + scale->GetSize() / sizeof(float)};
}

bool HasBytes(const ge::GNode& node) {
  const auto zero = ConstantInput(node, 2);
  return zero && (zero->GetDataType() == ge::DT_INT8 || zero->GetDataType() == ge::DT_UINT8);
}

bool ZeroPointIsZero(const ge::GNode& node) {
  if (!HasInput(node, 2)) return true;
  const auto zero = ConstantInput(node, 2);
  return zero &&
         std::all_of(zero->GetData(), zero->GetData() + zero->GetSize(), [](uint8_t byte) { return byte == 0; });
}

bool ZeroPointIsLeast(const ge::GNode& node) {
  const auto zero = ConstantInput(node, 2);
  if (!zero || zero->GetSize() != 1) return false;
  const int least = zero->GetDataType() == ge::DT_INT8 ? -128 : 0;
  const uint8_t byte = *zero->GetData();
  return (zero->GetDataType() == ge::DT_INT8 ? static_cast<int8_t>(byte) : int{byte}) == least;
}

}  // namespace opdk::graph_fusion
