#include "op_proto/elementwise/comparison.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ComparisonInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", DT_BOOL); }

static graphStatus ComparisonVerify(const Operator& op) { return opdk::CheckSameType(op, {"x1", "x2"}); }

COMMON_INFER_FUNC_REG(Equal, ComparisonInferShape);
VERIFY_FUNC_REG(Equal, ComparisonVerify);
COMMON_INFER_FUNC_REG(NotEqual, ComparisonInferShape);
VERIFY_FUNC_REG(NotEqual, ComparisonVerify);
COMMON_INFER_FUNC_REG(Less, ComparisonInferShape);
VERIFY_FUNC_REG(Less, ComparisonVerify);
COMMON_INFER_FUNC_REG(LessEqual, ComparisonInferShape);
VERIFY_FUNC_REG(LessEqual, ComparisonVerify);
COMMON_INFER_FUNC_REG(Greater, ComparisonInferShape);
VERIFY_FUNC_REG(Greater, ComparisonVerify);
COMMON_INFER_FUNC_REG(GreaterEqual, ComparisonInferShape);
VERIFY_FUNC_REG(GreaterEqual, ComparisonVerify);

}  // namespace ge
