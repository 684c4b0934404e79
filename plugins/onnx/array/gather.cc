#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeGather(UpgradeContext& context) {
  if (!context.Has("axis")) context.Set("axis", int64_t{0});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GatherV2D, Gather, 1);
OPDK_UPGRADE_ONNX(UpgradeGather, "Gather");

}  // namespace opdk::onnx_plugin
