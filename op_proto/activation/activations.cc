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

IMPLEMT_INFERFUNC(HardSigmoid, HardSigmoidInferShape) { return opdk::InferLike(op, "input_x", "output_y"); }
INFER_FUNC_REG(HardSigmoid, HardSigmoidInferShape);

IMPLEMT_VERIFIER(Celu, CeluVerify) {
  if (opdk::FloatAttr(op, "alpha2") == 0.0f) return opdk::ReportInferError(op, "alpha2 is 0, x / alpha2 is undefined");
  return GRAPH_SUCCESS;
}

VERIFY_FUNC_REG(Celu, CeluVerify);

}  // namespace ge
