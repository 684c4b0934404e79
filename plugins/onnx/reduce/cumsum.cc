#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeCumSum(UpgradeContext& context) {
  OPDK_TRY(context.IntToBool("exclusive"));
  return context.IntToBool("reverse");
}

}  // namespace

OPDK_MAP_ONNX_AS(Cumsum, CumSum, 11);
OPDK_UPGRADE_ONNX(UpgradeCumSum, "CumSum");

}  // namespace opdk::onnx_plugin
