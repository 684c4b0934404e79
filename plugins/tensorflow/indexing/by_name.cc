// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(DynamicPartition);
OPDK_MAP_TENSORFLOW(Fill);
OPDK_MAP_TENSORFLOW(InTopKV2);
OPDK_MAP_TENSORFLOW(InplaceAdd);
OPDK_MAP_TENSORFLOW(InplaceSub);
OPDK_MAP_TENSORFLOW(InplaceUpdate);
OPDK_MAP_TENSORFLOW(OneHot);
OPDK_MAP_TENSORFLOW(ReverseSequence);
OPDK_MAP_TENSORFLOW(ReverseV2);
OPDK_MAP_TENSORFLOW(ScatterAdd);
OPDK_MAP_TENSORFLOW(ScatterDiv);
OPDK_MAP_TENSORFLOW(ScatterMax);
OPDK_MAP_TENSORFLOW(ScatterMin);
OPDK_MAP_TENSORFLOW(ScatterMul);
OPDK_MAP_TENSORFLOW(ScatterSub);
OPDK_MAP_TENSORFLOW(ScatterUpdate);
OPDK_MAP_TENSORFLOW(SegmentMax);
OPDK_MAP_TENSORFLOW(SegmentSum);
OPDK_MAP_TENSORFLOW(UnsortedSegmentMax);
OPDK_MAP_TENSORFLOW(UnsortedSegmentMin);
OPDK_MAP_TENSORFLOW(UnsortedSegmentProd);
OPDK_MAP_TENSORFLOW(UnsortedSegmentSum);

}  // namespace opdk::tensorflow_plugin
