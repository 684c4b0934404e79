#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Casts the shape to int64, which the kernels take. TensorFlow mostly has int32.
Status UpgradeShapeInput(UpgradeContext& context) {
  context.SetInput(1, AsInt64(context, context.Input(1)));
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Reshape);
OPDK_MAP_TENSORFLOW(Tile);
OPDK_UPGRADE_TENSORFLOW(UpgradeShapeInput, "Reshape", "Tile");

}  // namespace opdk::tensorflow_plugin
