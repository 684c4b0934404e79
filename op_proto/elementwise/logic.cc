#include "op_proto/elementwise/logic.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(LogicInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", DT_BOOL); }

IMPLEMT_INFERFUNC(Not, NotInferShape) { return opdk::InferLike(op, "x", "y"); }

COMMON_INFER_FUNC_REG(And, LogicInferShape);
COMMON_INFER_FUNC_REG(Or, LogicInferShape);
COMMON_INFER_FUNC_REG(Xor, LogicInferShape);
INFER_FUNC_REG(Not, NotInferShape);

}  // namespace ge
