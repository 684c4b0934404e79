#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeCumulative(UpgradeContext& context) {
  OPDK_TRY(context.IntToBool("exclusive"));
  return context.IntToBool("reverse");
}

}  // namespace

OPDK_MAP_ONNX_AS(Cumsum, CumSum, 11);
OPDK_MAP_ONNX_AS(Cumprod, CumProd, 26);
OPDK_UPGRADE_ONNX(UpgradeCumulative, "CumSum", "CumProd");

}  // namespace opdk::onnx_plugin
