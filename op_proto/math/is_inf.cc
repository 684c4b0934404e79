#include "op_proto/math/is_inf.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(IsInf, IsInfInferShape) { return opdk::InferLike(op, "x", "y", DT_BOOL); }

INFER_FUNC_REG(IsInf, IsInfInferShape);

}  // namespace ge
