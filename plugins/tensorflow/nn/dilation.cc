#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeDilation2D(UpgradeContext& context) {
  context.Rename("padding", "padding_mode");
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Dilation2D);
OPDK_UPGRADE_TENSORFLOW(UpgradeDilation2D, "Dilation2D");

}  // namespace opdk::tensorflow_plugin
