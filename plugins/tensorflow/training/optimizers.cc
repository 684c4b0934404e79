#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(ApplyFtrl).IgnoreAttrs({"multiply_linear_by_lr"});
OPDK_MAP_TENSORFLOW(ApplyFtrlV2).IgnoreAttrs({"multiply_linear_by_lr"});

}  // namespace opdk::tensorflow_plugin
