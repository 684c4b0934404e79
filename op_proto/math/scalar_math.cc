#include "op_proto/math/scalar_math.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ScalarMathXYInfer) { return opdk::InferLike(op, "x", "y"); }

COMMON_INFER_FUNC_REG(Adds, ScalarMathXYInfer);
COMMON_INFER_FUNC_REG(Muls, ScalarMathXYInfer);
COMMON_INFER_FUNC_REG(Fills, ScalarMathXYInfer);
COMMON_INFER_FUNC_REG(ZerosLike, ScalarMathXYInfer);
COMMON_INFER_FUNC_REG(OnesLike, ScalarMathXYInfer);

}  // namespace ge
