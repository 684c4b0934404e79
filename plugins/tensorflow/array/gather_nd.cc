#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(GatherNd).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW_AS(Gather, ResourceGather).IgnoreAttrs({"validate_indices"});

}  // namespace opdk::tensorflow_plugin
