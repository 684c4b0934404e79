#include "op_proto/elementwise/bit_shift.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(BitShift, BitShiftInferShape) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}

IMPLEMT_VERIFIER(BitShift, BitShiftVerify) {
  const std::string direction = opdk::StringAttr(op, "direction");
  if (direction != "LEFT" && direction != "RIGHT") {
    return opdk::ReportInferError(op, "direction is \"" + direction + "\", it must be \"LEFT\" or \"RIGHT\"");
  }
  return opdk::CheckSameType(op, {"x1", "x2"});
}

INFER_FUNC_REG(BitShift, BitShiftInferShape);
VERIFY_FUNC_REG(BitShift, BitShiftVerify);

}  // namespace ge
