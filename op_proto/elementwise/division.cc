#include "op_proto/elementwise/division.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(DivisionX1X2YInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
static graphStatus DivisionX1X2YVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

COMMON_INFER_FUNC_REG(RealDiv, DivisionX1X2YInfer);
VERIFY_FUNC_REG(RealDiv, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(DivNoNan, DivisionX1X2YInfer);
VERIFY_FUNC_REG(DivNoNan, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(MulNoNan, DivisionX1X2YInfer);
VERIFY_FUNC_REG(MulNoNan, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(FloorDiv, DivisionX1X2YInfer);
VERIFY_FUNC_REG(FloorDiv, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(FloorMod, DivisionX1X2YInfer);
VERIFY_FUNC_REG(FloorMod, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(TruncateDiv, DivisionX1X2YInfer);
VERIFY_FUNC_REG(TruncateDiv, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(TruncateMod, DivisionX1X2YInfer);
VERIFY_FUNC_REG(TruncateMod, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(Mod, DivisionX1X2YInfer);
VERIFY_FUNC_REG(Mod, DivisionX1X2YVerify);
COMMON_INFER_FUNC_REG(Xdivy, DivisionX1X2YInfer);
VERIFY_FUNC_REG(Xdivy, DivisionX1X2YVerify);

}  // namespace ge
