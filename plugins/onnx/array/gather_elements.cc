#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeGatherElements(UpgradeContext& context) {
  context.Rename("axis", "dim");
  return {};
}

}  // namespace

OPDK_MAP_ONNX(GatherElements, 11);
OPDK_UPGRADE_ONNX(UpgradeGatherElements, "GatherElements");

}  // namespace opdk::onnx_plugin
