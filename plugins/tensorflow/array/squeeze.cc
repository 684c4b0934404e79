#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeSqueeze(UpgradeContext& context) {
  context.Rename("squeeze_dims", "axis");
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Squeeze);
OPDK_UPGRADE_TENSORFLOW(UpgradeSqueeze, "Squeeze");

}  // namespace opdk::tensorflow_plugin
