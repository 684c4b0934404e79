#include "op_proto/math/window_mean.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(WindowMean, WindowMeanInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, -1)) return GRAPH_FAILED;
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(WindowMean, WindowMeanInfer);

IMPLEMT_VERIFIER(WindowMean, WindowMeanVerify) {
  const int64_t radius = op.get_attr_radius();
  if (radius >= 0 && radius <= 1024) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "radius is " + std::to_string(radius) + "; it must be in [0, 1024]");
}
VERIFY_FUNC_REG(WindowMean, WindowMeanVerify);

}  // namespace ge
