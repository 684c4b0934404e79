#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(AccumulateNV2).IgnoreAttrs({"shape"});

}  // namespace opdk::tensorflow_plugin
