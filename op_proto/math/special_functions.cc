#include "op_proto/math/special_functions.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(SpecialFunctionsXYInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_COMMON_INFERFUNC(SpecialFunctionsInputXOutputYInfer) { return opdk::InferLike(op, "input_x", "output_y"); }

COMMON_INFER_FUNC_REG(Erfc, SpecialFunctionsXYInfer);
COMMON_INFER_FUNC_REG(Erfinv, SpecialFunctionsInputXOutputYInfer);
COMMON_INFER_FUNC_REG(Ndtri, SpecialFunctionsXYInfer);
COMMON_INFER_FUNC_REG(Lgamma, SpecialFunctionsXYInfer);
COMMON_INFER_FUNC_REG(Digamma, SpecialFunctionsXYInfer);

}  // namespace ge
