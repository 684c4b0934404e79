// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(NonMaxSuppression);
OPDK_MAP_TENSORFLOW(NonMaxSuppressionV2);
OPDK_MAP_TENSORFLOW(NonMaxSuppressionV3);
OPDK_MAP_TENSORFLOW(NonMaxSuppressionV4);
OPDK_MAP_TENSORFLOW(NonMaxSuppressionV5);
OPDK_MAP_TENSORFLOW(NonMaxSuppressionWithOverlaps);

}  // namespace opdk::tensorflow_plugin
