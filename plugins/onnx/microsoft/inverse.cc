#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Inverts matrices of float16 in float.
Status UpgradeInverse(UpgradeContext& context) {
  const std::string x = context.Input(0);
  const ge::DataType type = context.values().ElementType(x);
  if (type != ge::DT_FLOAT16) {
    BecomeIr(context, "MatrixInverse", {x});
    return {};
  }
  const std::string y = AddIrStep(context, "MatrixInverse", {AddCast(context, x, type, ge::DT_FLOAT)});
  return Give(context, AddCast(context, y, ge::DT_FLOAT, type));
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatrixInverse, Inverse, 1);
OPDK_UPGRADE_ONNX(UpgradeInverse, "com.microsoft::Inverse");

}  // namespace opdk::onnx_plugin
