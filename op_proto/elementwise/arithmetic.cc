#include "op_proto/elementwise/arithmetic.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ArithmeticInferShape) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}

static graphStatus ArithmeticVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

COMMON_INFER_FUNC_REG(Add, ArithmeticInferShape);
VERIFY_FUNC_REG(Add, ArithmeticVerify);
COMMON_INFER_FUNC_REG(Sub, ArithmeticInferShape);
VERIFY_FUNC_REG(Sub, ArithmeticVerify);
COMMON_INFER_FUNC_REG(Mul, ArithmeticInferShape);
VERIFY_FUNC_REG(Mul, ArithmeticVerify);
COMMON_INFER_FUNC_REG(Div, ArithmeticInferShape);
VERIFY_FUNC_REG(Div, ArithmeticVerify);

INFER_VALUE_RANGE_DEFAULT_REG(Add);
INFER_VALUE_RANGE_DEFAULT_REG(Mul);

}  // namespace ge
