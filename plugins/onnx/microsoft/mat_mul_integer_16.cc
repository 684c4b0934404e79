#include <string>
#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Multiplies matrices of 16-bit integers. Two unsigned factors have an unsigned product.
Status UpgradeMatMulInteger16(UpgradeContext& context) {
  const auto is_unsigned = [&](size_t input) {
    return context.values().ElementType(context.Input(input)) == ge::DT_UINT16;
  };
  const ge::DataType wide = is_unsigned(0) && is_unsigned(1) ? ge::DT_UINT32 : ge::DT_INT32;
  Become(context, "MatMul", {AddCastOfInput(context, 0, wide), AddCastOfInput(context, 1, wide)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MatMulInteger16, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulInteger16, "com.microsoft::MatMulInteger16");

}  // namespace opdk::onnx_plugin
