#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeAffineGrid(UpgradeContext& context) { return context.IntToBool("align_corners"); }

}  // namespace

OPDK_MAP_ONNX(AffineGrid, 20);
OPDK_UPGRADE_ONNX(UpgradeAffineGrid, "AffineGrid");

}  // namespace opdk::onnx_plugin
