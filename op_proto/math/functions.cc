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

}  // namespace ge
