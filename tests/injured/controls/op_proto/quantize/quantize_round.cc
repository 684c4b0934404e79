#include "op_proto/quantize/quantize_round.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(QuantizeRound, QuantizeRoundInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  return shapes::SetOutput(op, "y", x.GetShape().GetDims(), DT_INT8);
}
INFER_FUNC_REG(QuantizeRound, QuantizeRoundInfer);

IMPLEMT_VERIFIER(QuantizeRound, QuantizeRoundVerify) {
  if (!(op.get_attr_scale() > 0)) return opdk::ReportInferError(op, "scale must be positive");
  const int64_t zero = op.get_attr_zero_point();
  if (zero < -128 || zero > 127) return opdk::ReportInferError(op, "zero_point must be in [-128, 127]");
  return GRAPH_SUCCESS;
}
VERIFY_FUNC_REG(QuantizeRound, QuantizeRoundVerify);

}  // namespace ge
