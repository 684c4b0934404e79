#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(ScatterNd).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(ScatterNdAdd).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(ScatterNdMax).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(ScatterNdMin).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(ScatterNdSub).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(ScatterNdUpdate).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(TensorScatterAdd).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(TensorScatterMax).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(TensorScatterMin).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(TensorScatterSub).IgnoreAttrs({"bad_indices_policy"});
OPDK_MAP_TENSORFLOW(TensorScatterUpdate).IgnoreAttrs({"bad_indices_policy"});

}  // namespace opdk::tensorflow_plugin
