#include "op_proto/math/function_gradients.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(FunctionGradientsYDyZInfer) {
  return opdk::InferBroadcast(op, {"y", "dy"}, "z", opdk::InputType(op, "y"));
}
static graphStatus FunctionGradientsYDyZVerify(const Operator& op) { return opdk::CheckSameType(op, {"y", "dy"}); }

IMPLEMT_COMMON_INFERFUNC(FunctionGradientsXGradYInfer) {
  return opdk::InferBroadcast(op, {"x", "grad"}, "y", opdk::InputType(op, "x"));
}
static graphStatus FunctionGradientsXGradYVerify(const Operator& op) { return opdk::CheckSameType(op, {"x", "grad"}); }

COMMON_INFER_FUNC_REG(AbsGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AbsGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(SqrtGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(SqrtGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(RsqrtGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(RsqrtGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(ReciprocalGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(ReciprocalGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(InvGrad, FunctionGradientsXGradYInfer);
VERIFY_FUNC_REG(InvGrad, FunctionGradientsXGradYVerify);
COMMON_INFER_FUNC_REG(AsinGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AsinGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(AcosGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AcosGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(AtanGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AtanGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(AsinhGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AsinhGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(AcoshGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(AcoshGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(SigmoidGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(SigmoidGrad, FunctionGradientsYDyZVerify);
COMMON_INFER_FUNC_REG(TanhGrad, FunctionGradientsYDyZInfer);
VERIFY_FUNC_REG(TanhGrad, FunctionGradientsYDyZVerify);

}  // namespace ge
