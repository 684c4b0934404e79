// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxArgs);
OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxArgsGradient);
OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxVars);
OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxVarsGradient);
OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxVarsPerChannel);
OPDK_MAP_TENSORFLOW(FakeQuantWithMinMaxVarsPerChannelGradient);

}  // namespace opdk::tensorflow_plugin
