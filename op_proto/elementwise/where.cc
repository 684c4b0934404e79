#include "op_proto/elementwise/where.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Where, WhereInferShape) {
  return opdk::InferBroadcast(op, {"condition", "x1", "x2"}, "y", opdk::InputType(op, "x1"));
}

IMPLEMT_VERIFIER(Where, WhereVerify) { return opdk::CheckSameType(op, {"x1", "x2"}); }

INFER_FUNC_REG(Where, WhereInferShape);
VERIFY_FUNC_REG(Where, WhereVerify);

}  // namespace ge
