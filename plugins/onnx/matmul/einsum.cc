#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes integers of less than 32 bits in wider ones, because Ascend IR's Einsum doesn't take them. Sums and products
// of more bits have the same low bits.
Status UpgradeEinsum(UpgradeContext& context) {
  const size_t count = context.node().inputs.size();
  context.Set("N", static_cast<int64_t>(count));
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const bool is_unsigned = type == ge::DT_UINT8 || type == ge::DT_UINT16;
  if (!is_unsigned && type != ge::DT_INT8 && type != ge::DT_INT16) return {};
  for (size_t i = 0; i < count; ++i) CastInput(context, i, is_unsigned ? ge::DT_UINT32 : ge::DT_INT32);
  CastOutput(context, 0, type);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Einsum, 12);
OPDK_UPGRADE_ONNX(UpgradeEinsum, "Einsum");

}  // namespace opdk::onnx_plugin
