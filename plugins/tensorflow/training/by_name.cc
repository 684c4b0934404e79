// Operators that Ascend IR has as TensorFlow has them.
#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {

OPDK_MAP_TENSORFLOW(ApplyAdaMax);
OPDK_MAP_TENSORFLOW(ApplyAdadelta);
OPDK_MAP_TENSORFLOW(ApplyAdagrad);
OPDK_MAP_TENSORFLOW(ApplyAdagradV2);
OPDK_MAP_TENSORFLOW(ApplyAdam);
OPDK_MAP_TENSORFLOW(ApplyAddSign);
OPDK_MAP_TENSORFLOW(ApplyCenteredRMSProp);
OPDK_MAP_TENSORFLOW(ApplyGradientDescent);
OPDK_MAP_TENSORFLOW(ApplyKerasMomentum);
OPDK_MAP_TENSORFLOW(ApplyMomentum);
OPDK_MAP_TENSORFLOW(ApplyPowerSign);
OPDK_MAP_TENSORFLOW(ApplyProximalAdagrad);
OPDK_MAP_TENSORFLOW(ApplyProximalGradientDescent);
OPDK_MAP_TENSORFLOW(ApplyRMSProp);
OPDK_MAP_TENSORFLOW(BiasAdd);
OPDK_MAP_TENSORFLOW(BiasAddGrad);
OPDK_MAP_TENSORFLOW(L2Loss);
OPDK_MAP_TENSORFLOW(SoftmaxCrossEntropyWithLogits);
OPDK_MAP_TENSORFLOW(SparseSoftmaxCrossEntropyWithLogits);

}  // namespace opdk::tensorflow_plugin
