#include "op_proto/elementwise/logic.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(LogicInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", DT_BOOL); }

IMPLEMT_INFERFUNC(LogicalNot, LogicalNotInferShape) { return opdk::InferLike(op, "x", "y"); }

COMMON_INFER_FUNC_REG(LogicalAnd, LogicInferShape);
COMMON_INFER_FUNC_REG(LogicalOr, LogicInferShape);
INFER_FUNC_REG(LogicalNot, LogicalNotInferShape);

}  // namespace ge
