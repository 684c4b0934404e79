#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(NonZero, Where);

}  // namespace opdk::tensorflow_plugin
