// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(CropAndResize);
OPDK_MAP_TENSORFLOW(CropAndResizeGradBoxes);
OPDK_MAP_TENSORFLOW(CropAndResizeGradImage);
OPDK_MAP_TENSORFLOW(DepthToSpace);
OPDK_MAP_TENSORFLOW(HSVToRGB);
OPDK_MAP_TENSORFLOW(RGBToHSV);
OPDK_MAP_TENSORFLOW(ResizeArea);
OPDK_MAP_TENSORFLOW(ResizeBicubic);
OPDK_MAP_TENSORFLOW(ResizeBicubicGrad);
OPDK_MAP_TENSORFLOW(SpaceToDepth);

}  // namespace opdk::tensorflow_plugin
