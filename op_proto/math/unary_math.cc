#include "op_proto/math/unary_math.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(UnaryMathXYInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_COMMON_INFERFUNC(UnaryMathInputXOutputYInfer) { return opdk::InferLike(op, "input_x", "output_y"); }

IMPLEMT_COMMON_INFERFUNC(UnaryMathXYBoolInfer) { return opdk::InferLike(op, "x", "y", DT_BOOL); }

COMMON_INFER_FUNC_REG(Rsqrt, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Square, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Expm1, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Log1p, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Rint, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Inv, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(Trunc, UnaryMathInputXOutputYInfer);
COMMON_INFER_FUNC_REG(NanToNum, UnaryMathXYInfer);
COMMON_INFER_FUNC_REG(IsFinite, UnaryMathXYBoolInfer);
COMMON_INFER_FUNC_REG(IsPosInf, UnaryMathXYBoolInfer);
COMMON_INFER_FUNC_REG(IsNegInf, UnaryMathXYBoolInfer);

}  // namespace ge
