#include "op_proto/elementwise/pow.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Pow, PowInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1")); }

INFER_FUNC_REG(Pow, PowInferShape);

}  // namespace ge
