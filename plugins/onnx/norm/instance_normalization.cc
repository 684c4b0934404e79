#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeInstanceNormalization(UpgradeContext& context) {
  if (!context.Has("epsilon")) context.Set("epsilon", 1e-5F);
  context.Set("data_format", std::string("NCHW"));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(InstanceNorm, InstanceNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeInstanceNormalization, "InstanceNormalization");

}  // namespace opdk::onnx_plugin
