#include "op_proto/planted/operators.h"

namespace ge {

COMMON_INFER_FUNC_REG(WrongForLongAndLarge, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(CrashesAtRankThree, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(WrongWithoutBias, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(CrashesBehindConditions, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(FailsForLarge, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(ExpressionErrs, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(SlowExpression, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(RemembersCount, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(HangsOnce, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(Right, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

IMPLEMT_VERIFIER(WrongWithoutBias, WrongWithoutBiasVerify) {
  const TensorDesc bias = op.GetInputDesc("bias");
  if (bias.GetDataType() == DT_UNDEFINED) return GRAPH_SUCCESS;
  return bias.GetShape().GetDims() == op.GetInputDesc("x").GetShape().GetDims() ? GRAPH_SUCCESS : GRAPH_FAILED;
}
VERIFY_FUNC_REG(WrongWithoutBias, WrongWithoutBiasVerify);

}  // namespace ge
