#include "op_proto/elementwise/binary_math.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(BinaryMathX1X2YInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
static graphStatus BinaryMathX1X2YVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

IMPLEMT_COMMON_INFERFUNC(BinaryMathXYZInfer) {
  return opdk::InferBroadcast(op, {"x", "y"}, "z", opdk::InputType(op, "x"));
}
static graphStatus BinaryMathXYZVerify(const Operator& op) { return opdk::CheckSameType(op, {"x", "y"}); }

IMPLEMT_COMMON_INFERFUNC(BinaryMathX1X2YBoolInfer) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", DT_BOOL); }

COMMON_INFER_FUNC_REG(AddV2, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(AddV2, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(Maximum, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(Maximum, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(Minimum, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(Minimum, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(SquaredDifference, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(SquaredDifference, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(Xlogy, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(Xlogy, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(Xlog1py, BinaryMathXYZInfer);
VERIFY_FUNC_REG(Xlog1py, BinaryMathXYZVerify);
COMMON_INFER_FUNC_REG(Atan2, BinaryMathX1X2YInfer);
VERIFY_FUNC_REG(Atan2, BinaryMathX1X2YVerify);
COMMON_INFER_FUNC_REG(ApproximateEqual, BinaryMathX1X2YBoolInfer);
VERIFY_FUNC_REG(ApproximateEqual, BinaryMathX1X2YVerify);

INFER_VALUE_RANGE_DEFAULT_REG(Maximum);
INFER_VALUE_RANGE_DEFAULT_REG(Minimum);

}  // namespace ge
