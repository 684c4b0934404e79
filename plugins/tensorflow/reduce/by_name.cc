// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(Cumprod);
OPDK_MAP_TENSORFLOW(Cumsum);
OPDK_MAP_TENSORFLOW(CumulativeLogsumexp);
OPDK_MAP_TENSORFLOW(EuclideanNorm);

}  // namespace opdk::tensorflow_plugin
