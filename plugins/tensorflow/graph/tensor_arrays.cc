#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(TensorArray, TensorArrayV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayRead, TensorArrayReadV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayWrite, TensorArrayWriteV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayGather, TensorArrayGatherV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayScatter, TensorArrayScatterV3);
OPDK_MAP_TENSORFLOW_AS(TensorArraySize, TensorArraySizeV3);
OPDK_MAP_TENSORFLOW_AS(TensorArrayConcat, TensorArrayConcatV3);
OPDK_MAP_TENSORFLOW_AS(TensorArraySplit, TensorArraySplitV3);

}  // namespace opdk::tensorflow_plugin
