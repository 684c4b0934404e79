#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeBlocks(UpgradeContext& context) {
  if (const auto block = context.Take<int64_t>("blocksize")) context.Set("block_size", *block);
  context.Set("data_format", std::string("NCHW"));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(DepthToSpace, 1);
OPDK_MAP_ONNX(SpaceToDepth, 1);
OPDK_UPGRADE_ONNX(UpgradeBlocks, "DepthToSpace", "SpaceToDepth");

}  // namespace opdk::onnx_plugin
