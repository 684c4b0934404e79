#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeLeakyRelu(UpgradeContext& context) {
  context.Set("negative_slope", context.Take<float>("alpha").value_or(0.2F));
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(LeakyRelu);
OPDK_MAP_TENSORFLOW(LeakyReluGrad);
OPDK_UPGRADE_TENSORFLOW(UpgradeLeakyRelu, "LeakyRelu", "LeakyReluGrad");

}  // namespace opdk::tensorflow_plugin
