#include <string>
#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Multiplies matrices of 16-bit integers. Two unsigned factors have an unsigned product.
Status UpgradeMatMulInteger16(UpgradeContext& context) {
  bool all_unsigned = true;
  for (size_t input = 0; input < 2; ++input) {
    const ge::DataType type = context.values().ElementType(context.Input(input));
    if (type != ge::DT_INT16 && type != ge::DT_UINT16) return context.Refuse("its factors must be int16 or uint16");
    all_unsigned = all_unsigned && type == ge::DT_UINT16;
  }
  const ge::DataType wide = all_unsigned ? ge::DT_UINT32 : ge::DT_INT32;
  Become(context, "MatMul", {AddCastOfInput(context, 0, wide), AddCastOfInput(context, 1, wide)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MatMulInteger16, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulInteger16, "com.microsoft::MatMulInteger16");

}  // namespace opdk::onnx_plugin
