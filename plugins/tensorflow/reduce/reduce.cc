#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(ReduceSum, Sum);
OPDK_MAP_TENSORFLOW_AS(ReduceMean, Mean);
OPDK_MAP_TENSORFLOW_AS(ReduceProd, Prod);
OPDK_MAP_TENSORFLOW_AS(ReduceMax, Max);
OPDK_MAP_TENSORFLOW_AS(ReduceMin, Min);
OPDK_MAP_TENSORFLOW_AS(ReduceAll, All);
OPDK_MAP_TENSORFLOW_AS(ReduceAny, Any);

}  // namespace opdk::tensorflow_plugin
