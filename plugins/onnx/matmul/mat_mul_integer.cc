#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Casts scales of 16 bits, which opset 21 allows, to the prototype's float.
Status WidenScales(UpgradeContext& context) {
  for (const size_t scale : {1, 4, 6}) CastInput(context, scale, ge::DT_FLOAT);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(MatMulInteger, 10);
OPDK_MAP_ONNX(QLinearMatMul, 10);
OPDK_UPGRADE_ONNX(WidenScales, "QLinearMatMul");

}  // namespace opdk::onnx_plugin
