#include "op_proto/math/is_nan.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(IsNan, IsNanInferShape) { return opdk::InferLike(op, "x", "y", DT_BOOL); }

INFER_FUNC_REG(IsNan, IsNanInferShape);

}  // namespace ge
