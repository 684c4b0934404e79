#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeNonMaxSuppression(UpgradeContext& context) {
  CastOutput(context, 0, ge::DT_INT64);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(NonMaxSuppressionV6, NonMaxSuppression, 10);
OPDK_UPGRADE_ONNX(UpgradeNonMaxSuppression, "NonMaxSuppression");

}  // namespace opdk::onnx_plugin
