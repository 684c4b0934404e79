#include "op_proto/norm/rms_norm.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(RmsNorm, RmsNormInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, -1)) return GRAPH_FAILED;
  TensorDesc gamma;
  if (op.TryGetInputDesc("gamma", gamma) == GRAPH_SUCCESS) {
    if (gamma.GetDataType() != x.GetDataType()) return opdk::ReportInferError(op, "x and gamma differ in dtype");
    const shapes::Dims extents = gamma.GetShape().GetDims();
    if (!shapes::IsUnknownRank(extents)) {
      if (extents.size() != 1) return opdk::ReportInferError(op, "gamma must have one axis");
      const bool known = !shapes::IsUnknownRank(dims) && dims.back() != UNKNOWN_DIM && extents[0] != UNKNOWN_DIM;
      if (known && dims.back() != extents[0]) return opdk::ReportInferError(op, "gamma doesn't fit the last axis of x");
    }
  }
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(RmsNorm, RmsNormInfer);

IMPLEMT_VERIFIER(RmsNorm, RmsNormVerify) {
  if (op.get_attr_epsilon() >= 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "epsilon must not be negative");
}
VERIFY_FUNC_REG(RmsNorm, RmsNormVerify);

}  // namespace ge
