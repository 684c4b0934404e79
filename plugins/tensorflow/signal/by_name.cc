// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(FFT);
OPDK_MAP_TENSORFLOW(FFT2D);
OPDK_MAP_TENSORFLOW(IFFT);
OPDK_MAP_TENSORFLOW(IFFT2D);

}  // namespace opdk::tensorflow_plugin
