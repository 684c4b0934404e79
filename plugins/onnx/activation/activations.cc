#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Relu, 1);
OPDK_MAP_ONNX(LeakyRelu, 1);
OPDK_MAP_ONNX(Elu, 1);
OPDK_MAP_ONNX(Selu, 1);
OPDK_MAP_ONNX(Celu, 12);
OPDK_MAP_ONNX(ThresholdedRelu, 10);
OPDK_MAP_ONNX(Sigmoid, 1);
OPDK_MAP_ONNX(HardSigmoid, 1);
OPDK_MAP_ONNX(HardSwish, 14);
OPDK_MAP_ONNX(Softplus, 1);
OPDK_MAP_ONNX(Softsign, 1);
OPDK_MAP_ONNX(Tanh, 1);

}  // namespace opdk::onnx_plugin
