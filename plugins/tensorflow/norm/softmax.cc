#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(SoftmaxV2, Softmax);
OPDK_MAP_TENSORFLOW_AS(LogSoftmaxV2, LogSoftmax);

}  // namespace opdk::tensorflow_plugin
