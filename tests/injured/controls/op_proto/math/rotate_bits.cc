#include "op_proto/math/rotate_bits.h"

#include <string>

#include "opdk/infer_error.h"

namespace ge {

COMMON_INFER_FUNC_REG(RotateBits, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

IMPLEMT_VERIFIER(RotateBits, RotateBitsVerify) {
  if (op.get_attr_count() >= 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "count is " + std::to_string(op.get_attr_count()) + "; it must not be negative");
}
VERIFY_FUNC_REG(RotateBits, RotateBitsVerify);

}  // namespace ge
