#include "op_proto/activation/activations.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ActivationInferShape) { return opdk::InferLike(op, "x", "y"); }

COMMON_INFER_FUNC_REG(Relu, ActivationInferShape);
COMMON_INFER_FUNC_REG(LeakyRelu, ActivationInferShape);
COMMON_INFER_FUNC_REG(Elu, ActivationInferShape);
COMMON_INFER_FUNC_REG(Selu, ActivationInferShape);
COMMON_INFER_FUNC_REG(Celu, ActivationInferShape);
COMMON_INFER_FUNC_REG(ThresholdedRelu, ActivationInferShape);
COMMON_INFER_FUNC_REG(Sigmoid, ActivationInferShape);
COMMON_INFER_FUNC_REG(HardSwish, ActivationInferShape);
COMMON_INFER_FUNC_REG(Softplus, ActivationInferShape);
COMMON_INFER_FUNC_REG(Softsign, ActivationInferShape);
COMMON_INFER_FUNC_REG(Tanh, ActivationInferShape);
COMMON_INFER_FUNC_REG(Relu6, ActivationInferShape);
COMMON_INFER_FUNC_REG(Mish, ActivationInferShape);
COMMON_INFER_FUNC_REG(Swish, ActivationInferShape);
COMMON_INFER_FUNC_REG(FastGelu, ActivationInferShape);
COMMON_INFER_FUNC_REG(LogSigmoid, ActivationInferShape);
COMMON_INFER_FUNC_REG(Threshold, ActivationInferShape);
COMMON_INFER_FUNC_REG(SoftplusV2, ActivationInferShape);

IMPLEMT_COMMON_INFERFUNC(InputToOutputInferShape) { return opdk::InferLike(op, "input_x", "output_y"); }

COMMON_INFER_FUNC_REG(HardSigmoid, InputToOutputInferShape);
COMMON_INFER_FUNC_REG(HardShrink, InputToOutputInferShape);
COMMON_INFER_FUNC_REG(SoftShrink, InputToOutputInferShape);
COMMON_INFER_FUNC_REG(Shrink, InputToOutputInferShape);

IMPLEMT_VERIFIER(Celu, CeluVerify) {
  if (opdk::FloatAttr(op, "alpha2") == 0.0f) return opdk::ReportInferError(op, "alpha2 is 0, x / alpha2 is undefined");
  return GRAPH_SUCCESS;
}

VERIFY_FUNC_REG(Celu, CeluVerify);

}  // namespace ge
