#include "op_proto/elementwise/variadic.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(VariadicInferShape) { return opdk::InferDynamicBroadcast(op, "x", "y"); }

static graphStatus VariadicVerify(const Operator& op) { return opdk::CheckSameDynamicType(op, "x"); }

COMMON_INFER_FUNC_REG(Sum, VariadicInferShape);
VERIFY_FUNC_REG(Sum, VariadicVerify);
COMMON_INFER_FUNC_REG(Mean, VariadicInferShape);
VERIFY_FUNC_REG(Mean, VariadicVerify);

}  // namespace ge
