// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(ClipByValue);
OPDK_MAP_TENSORFLOW(Elu);
OPDK_MAP_TENSORFLOW(EluGrad);
OPDK_MAP_TENSORFLOW(Relu);
OPDK_MAP_TENSORFLOW(Relu6);
OPDK_MAP_TENSORFLOW(Relu6Grad);
OPDK_MAP_TENSORFLOW(ReluGrad);
OPDK_MAP_TENSORFLOW(Selu);
OPDK_MAP_TENSORFLOW(SeluGrad);
OPDK_MAP_TENSORFLOW(Sigmoid);
OPDK_MAP_TENSORFLOW(Softplus);
OPDK_MAP_TENSORFLOW(SoftplusGrad);
OPDK_MAP_TENSORFLOW(Softsign);
OPDK_MAP_TENSORFLOW(SoftsignGrad);
OPDK_MAP_TENSORFLOW(Tanh);

}  // namespace opdk::tensorflow_plugin
