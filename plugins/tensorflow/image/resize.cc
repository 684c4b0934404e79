#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW_AS(ResizeBilinearV2, ResizeBilinear);
OPDK_MAP_TENSORFLOW_AS(ResizeNearestNeighborV2, ResizeNearestNeighbor);
OPDK_MAP_TENSORFLOW_AS(ResizeBilinearV2Grad, ResizeBilinearGrad);
OPDK_MAP_TENSORFLOW_AS(ResizeNearestNeighborV2Grad, ResizeNearestNeighborGrad);

}  // namespace opdk::tensorflow_plugin
