// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(Assign);
OPDK_MAP_TENSORFLOW(AssignAddVariableOp);
OPDK_MAP_TENSORFLOW(AssignSubVariableOp);
OPDK_MAP_TENSORFLOW(DestroyTemporaryVariable);
OPDK_MAP_TENSORFLOW(IsVariableInitialized);
OPDK_MAP_TENSORFLOW(ReadVariableOp);
OPDK_MAP_TENSORFLOW(TemporaryVariable);
OPDK_MAP_TENSORFLOW(VarIsInitializedOp);

}  // namespace opdk::tensorflow_plugin
