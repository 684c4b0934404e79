// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(AvgPool);
OPDK_MAP_TENSORFLOW(ExtractImagePatches);
OPDK_MAP_TENSORFLOW(ExtractVolumePatches);
OPDK_MAP_TENSORFLOW(FractionalAvgPool);
OPDK_MAP_TENSORFLOW(FractionalAvgPoolGrad);
OPDK_MAP_TENSORFLOW(FractionalMaxPool);
OPDK_MAP_TENSORFLOW(FractionalMaxPoolGrad);
OPDK_MAP_TENSORFLOW(MaxPoolGradGrad);
OPDK_MAP_TENSORFLOW(MaxPoolV2);

}  // namespace opdk::tensorflow_plugin
