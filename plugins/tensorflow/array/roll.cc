#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(RollV2, Roll);

}  // namespace opdk::tensorflow_plugin
