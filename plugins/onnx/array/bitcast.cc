#include <fmt/format.h>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeBitCast(UpgradeContext& context) {
  const auto to = static_cast<int32_t>(context.Take<int64_t>("to").value_or(0));
  const ge::DataType type = FromOnnxType(to);
  if (type == ge::DT_UNDEFINED) return context.Refuse(fmt::format("casting to {} is not supported", OnnxTypeName(to)));
  context.Set("type", type);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Bitcast, BitCast, 26);
OPDK_UPGRADE_ONNX(UpgradeBitCast, "BitCast");

}  // namespace opdk::onnx_plugin
