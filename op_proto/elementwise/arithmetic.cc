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

// Infers `target`, an input and the output that is its new value.
static graphStatus InferAssigned(Operator& op, const char* target) {
  const auto shape = opdk::SharedShape(op, target, "value");
  return shape ? opdk::SetOutput(op, target, *shape, opdk::InputType(op, target)) : GRAPH_FAILED;
}

IMPLEMT_COMMON_INFERFUNC(AssignAddInfer) { return InferAssigned(op, "ref"); }
static graphStatus AssignAddVerify(const Operator& op) { return opdk::CheckSameType(op, {"ref", "value"}); }
COMMON_INFER_FUNC_REG(AssignAdd, AssignAddInfer);
VERIFY_FUNC_REG(AssignAdd, AssignAddVerify);
IMPLEMT_COMMON_INFERFUNC(AssignSubInfer) { return InferAssigned(op, "var"); }
static graphStatus AssignSubVerify(const Operator& op) { return opdk::CheckSameType(op, {"var", "value"}); }
COMMON_INFER_FUNC_REG(AssignSub, AssignSubInfer);
VERIFY_FUNC_REG(AssignSub, AssignSubVerify);

INFER_VALUE_RANGE_DEFAULT_REG(Add);
INFER_VALUE_RANGE_DEFAULT_REG(Mul);

}  // namespace ge
