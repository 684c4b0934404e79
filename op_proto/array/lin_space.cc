#include "op_proto/array/lin_space.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(LinSpaceInfer) {
  if (opdk::CheckOneNumber(op, {"start", "stop", "num"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto num = opdk::ConstInt(op, "num");
  if (num && *num < 1) return opdk::ReportInferError(op, "num is " + std::to_string(*num) + ", it must be 1 or more");
  return opdk::SetOutput(op, "output", {num.value_or(UNKNOWN_DIM)}, opdk::InputType(op, "start"));
}
static graphStatus LinSpaceVerify(const Operator& op) { return opdk::CheckSameType(op, {"start", "stop"}); }

COMMON_INFER_FUNC_REG(LinSpace, LinSpaceInfer);
VERIFY_FUNC_REG(LinSpace, LinSpaceVerify);
COMMON_INFER_FUNC_REG(LinSpaceD, LinSpaceInfer);
VERIFY_FUNC_REG(LinSpaceD, LinSpaceVerify);

}  // namespace ge
