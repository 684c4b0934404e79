#include "op_proto/elementwise/bitwise.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(BitwiseX1X2YInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
static graphStatus BitwiseX1X2YVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

IMPLEMT_COMMON_INFERFUNC(BitwiseXYInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_COMMON_INFERFUNC(BitwiseXYZInfer) {
  return opdk::InferBroadcast(op, {"x", "y"}, "z", opdk::InputType(op, "x"));
}
static graphStatus BitwiseXYZVerify(const Operator& op) { return opdk::CheckSameType(op, {"x", "y"}); }

COMMON_INFER_FUNC_REG(BitwiseAnd, BitwiseX1X2YInfer);
VERIFY_FUNC_REG(BitwiseAnd, BitwiseX1X2YVerify);
COMMON_INFER_FUNC_REG(BitwiseOr, BitwiseX1X2YInfer);
VERIFY_FUNC_REG(BitwiseOr, BitwiseX1X2YVerify);
COMMON_INFER_FUNC_REG(BitwiseXor, BitwiseX1X2YInfer);
VERIFY_FUNC_REG(BitwiseXor, BitwiseX1X2YVerify);
COMMON_INFER_FUNC_REG(Invert, BitwiseXYInfer);
COMMON_INFER_FUNC_REG(LeftShift, BitwiseXYZInfer);
VERIFY_FUNC_REG(LeftShift, BitwiseXYZVerify);
COMMON_INFER_FUNC_REG(RightShift, BitwiseXYZInfer);
VERIFY_FUNC_REG(RightShift, BitwiseXYZVerify);

}  // namespace ge
