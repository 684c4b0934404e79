#include "op_proto/activation/leaky_clip.h"

#include <string>

#include "opdk/infer_error.h"

namespace ge {

COMMON_INFER_FUNC_REG(LeakyClip, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

IMPLEMT_VERIFIER(LeakyClip, LeakyClipVerify) {
  if (op.get_attr_ceiling() >= 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op,
                                "ceiling is " + std::to_string(op.get_attr_ceiling()) + "; it must not be negative");
}
VERIFY_FUNC_REG(LeakyClip, LeakyClipVerify);

}  // namespace ge
