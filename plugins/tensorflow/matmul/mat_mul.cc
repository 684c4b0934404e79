#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeMatMul(UpgradeContext& context) {
  context.Rename("transpose_a", "transpose_x1");
  context.Rename("transpose_b", "transpose_x2");
  return {};
}

Status UpgradeBatchMatMul(UpgradeContext& context) {
  context.Rename("adj_x", "adj_x1");
  context.Rename("adj_y", "adj_x2");
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(MatMul).IgnoreAttrs({"grad_a", "grad_b"});
OPDK_MAP_TENSORFLOW(BatchMatMul).IgnoreAttrs({"grad_x", "grad_y"});
OPDK_MAP_TENSORFLOW(BatchMatMulV2).IgnoreAttrs({"grad_x", "grad_y"});
OPDK_MAP_TENSORFLOW_AS(BatchMatMulV2, BatchMatMulV3).IgnoreAttrs({"grad_x", "grad_y"});
OPDK_UPGRADE_TENSORFLOW(UpgradeMatMul, "MatMul");
OPDK_UPGRADE_TENSORFLOW(UpgradeBatchMatMul, "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3");

}  // namespace opdk::tensorflow_plugin
