#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(BiasAdd, BiasAddV1);

}  // namespace opdk::tensorflow_plugin
