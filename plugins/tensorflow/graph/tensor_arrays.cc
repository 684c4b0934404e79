#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

// Lists (tensor_lists.h) are arrays whose elements may be written again.
OPDK_MAP_TENSORFLOW_AS(TensorArray, TensorArrayV3).IgnoreAttrs({"replaces_elements"});
OPDK_MAP_TENSORFLOW_AS(TensorArrayRead, TensorArrayReadV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayWrite, TensorArrayWriteV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayGather, TensorArrayGatherV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayScatter, TensorArrayScatterV3);
OPDK_MAP_TENSORFLOW_AS(TensorArraySize, TensorArraySizeV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayConcat, TensorArrayConcatV3);
OPDK_MAP_TENSORFLOW_AS(TensorArraySplit, TensorArraySplitV3);

}  // namespace opdk::tensorflow_plugin
