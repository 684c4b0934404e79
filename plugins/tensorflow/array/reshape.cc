#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Casts the shape to int64, which the kernels take. TensorFlow mostly has int32.
Status UpgradeShapeInput(UpgradeContext& context) {
  context.SetInput(1, AsInt64(context, context.Input(1)));
  return {};
}

// Takes an extent of 0 for what it is. Ascend IR would copy the input's.
Status UpgradeReshape(UpgradeContext& context) {
  context.Set("allowzero", int64_t{1});
  return UpgradeShapeInput(context);
}

}  // namespace

OPDK_MAP_TENSORFLOW(Reshape);
OPDK_MAP_TENSORFLOW(Tile);
OPDK_UPGRADE_TENSORFLOW(UpgradeReshape, "Reshape");
OPDK_UPGRADE_TENSORFLOW(UpgradeShapeInput, "Tile");

}  // namespace opdk::tensorflow_plugin
