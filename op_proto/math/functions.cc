#include "op_proto/math/functions.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(MathInferShape) { return opdk::InferLike(op, "x", "y"); }

COMMON_INFER_FUNC_REG(Abs, MathInferShape);
COMMON_INFER_FUNC_REG(Neg, MathInferShape);
COMMON_INFER_FUNC_REG(Exp, MathInferShape);
COMMON_INFER_FUNC_REG(Log, MathInferShape);
COMMON_INFER_FUNC_REG(Sqrt, MathInferShape);
COMMON_INFER_FUNC_REG(Reciprocal, MathInferShape);
COMMON_INFER_FUNC_REG(Sin, MathInferShape);
COMMON_INFER_FUNC_REG(Cos, MathInferShape);
COMMON_INFER_FUNC_REG(Tan, MathInferShape);
COMMON_INFER_FUNC_REG(Asin, MathInferShape);
COMMON_INFER_FUNC_REG(Acos, MathInferShape);
COMMON_INFER_FUNC_REG(Atan, MathInferShape);
COMMON_INFER_FUNC_REG(Sinh, MathInferShape);
COMMON_INFER_FUNC_REG(Cosh, MathInferShape);
COMMON_INFER_FUNC_REG(Asinh, MathInferShape);
COMMON_INFER_FUNC_REG(Acosh, MathInferShape);
COMMON_INFER_FUNC_REG(Atanh, MathInferShape);
COMMON_INFER_FUNC_REG(Floor, MathInferShape);
COMMON_INFER_FUNC_REG(Ceil, MathInferShape);
COMMON_INFER_FUNC_REG(Round, MathInferShape);
COMMON_INFER_FUNC_REG(Erf, MathInferShape);
COMMON_INFER_FUNC_REG(Sign, MathInferShape);
COMMON_INFER_FUNC_REG(Rsqrt, MathInferShape);
COMMON_INFER_FUNC_REG(Square, MathInferShape);
COMMON_INFER_FUNC_REG(Expm1, MathInferShape);
COMMON_INFER_FUNC_REG(Log1p, MathInferShape);
COMMON_INFER_FUNC_REG(Rint, MathInferShape);
COMMON_INFER_FUNC_REG(Inv, MathInferShape);
COMMON_INFER_FUNC_REG(NanToNum, MathInferShape);

IMPLEMT_INFERFUNC(Trunc, TruncInferShape) { return opdk::InferLike(op, "input_x", "output_y"); }
INFER_FUNC_REG(Trunc, TruncInferShape);

IMPLEMT_COMMON_INFERFUNC(TestInferShape) { return opdk::InferLike(op, "x", "y", DT_BOOL); }

COMMON_INFER_FUNC_REG(IsFinite, TestInferShape);
COMMON_INFER_FUNC_REG(IsPosInf, TestInferShape);
COMMON_INFER_FUNC_REG(IsNegInf, TestInferShape);

// Checks the base: -1 (for e) or a positive number, for a logarithm other than 1.
static graphStatus CheckBase(const Operator& op, bool logarithm) {
  const float base = opdk::FloatAttr(op, "base");
  if (base == -1.0F || (base > 0 && !(logarithm && base == 1.0F))) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, "base is " + std::to_string(base) + ", it must be -1 (e) or positive" + (logarithm ? " and not 1" : ""));
}

IMPLEMT_VERIFIER(Exp, ExpVerify) { return CheckBase(op, false); }
VERIFY_FUNC_REG(Exp, ExpVerify);
IMPLEMT_VERIFIER(Log, LogVerify) { return CheckBase(op, true); }
VERIFY_FUNC_REG(Log, LogVerify);

IMPLEMT_VERIFIER(Round, RoundVerify) {
  const int64_t decimals = op.get_attr_decimals();
  if (decimals >= -30 && decimals <= 30) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "decimals is " + std::to_string(decimals) + ", it must lie between -30 and 30");
}
VERIFY_FUNC_REG(Round, RoundVerify);

}  // namespace ge
