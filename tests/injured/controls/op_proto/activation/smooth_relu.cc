#include "op_proto/activation/smooth_relu.h"

#include <string>

#include "opdk/infer_error.h"

namespace ge {

COMMON_INFER_FUNC_REG(SmoothRelu, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

IMPLEMT_VERIFIER(SmoothRelu, SmoothReluVerify) {
  if (op.get_attr_beta() > 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "beta is " + std::to_string(op.get_attr_beta()) + "; it must be positive");
}
VERIFY_FUNC_REG(SmoothRelu, SmoothReluVerify);

}  // namespace ge
