#include "op_proto/elementwise/scaled_sum.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ScaledSumX1X2YInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
static graphStatus ScaledSumX1X2YVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

IMPLEMT_COMMON_INFERFUNC(ScaledSumStartEndWeightYInfer) {
  return opdk::InferBroadcast(op, {"start", "end", "weight"}, "y", opdk::InputType(op, "start"));
}
static graphStatus ScaledSumStartEndWeightYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"start", "end", "weight"});
}

IMPLEMT_COMMON_INFERFUNC(ScaledSumInputDataX1X2ValueYInfer) {
  return opdk::InferBroadcast(op, {"input_data", "x1", "x2", "value"}, "y", opdk::InputType(op, "input_data"));
}
static graphStatus ScaledSumInputDataX1X2ValueYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"input_data", "x1", "x2", "value"});
}

IMPLEMT_COMMON_INFERFUNC(ScaledSumX1X2X3YInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2", "x3"}, "y", opdk::InputType(op, "x1"));
}
static graphStatus ScaledSumX1X2X3YVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2", "x3"}); }

COMMON_INFER_FUNC_REG(Axpy, ScaledSumX1X2YInfer);
VERIFY_FUNC_REG(Axpy, ScaledSumX1X2YVerify);
COMMON_INFER_FUNC_REG(Lerp, ScaledSumStartEndWeightYInfer);
VERIFY_FUNC_REG(Lerp, ScaledSumStartEndWeightYVerify);
COMMON_INFER_FUNC_REG(Addcmul, ScaledSumInputDataX1X2ValueYInfer);
VERIFY_FUNC_REG(Addcmul, ScaledSumInputDataX1X2ValueYVerify);
COMMON_INFER_FUNC_REG(Addcdiv, ScaledSumInputDataX1X2ValueYInfer);
VERIFY_FUNC_REG(Addcdiv, ScaledSumInputDataX1X2ValueYVerify);
COMMON_INFER_FUNC_REG(FusedMulAdd, ScaledSumX1X2X3YInfer);
VERIFY_FUNC_REG(FusedMulAdd, ScaledSumX1X2X3YVerify);

}  // namespace ge
