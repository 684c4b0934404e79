#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(Equal).IgnoreAttrs({"incompatible_shape_error"});
OPDK_MAP_TENSORFLOW(NotEqual).IgnoreAttrs({"incompatible_shape_error"});

}  // namespace opdk::tensorflow_plugin
