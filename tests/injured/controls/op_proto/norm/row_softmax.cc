#include "op_proto/norm/row_softmax.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(RowSoftmax, RowSoftmaxInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, op.get_attr_axis())) return GRAPH_FAILED;
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(RowSoftmax, RowSoftmaxInfer);

IMPLEMT_VERIFIER(RowSoftmax, RowSoftmaxVerify) {
  if (op.get_attr_temperature() > 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "temperature must be positive");
}
VERIFY_FUNC_REG(RowSoftmax, RowSoftmaxVerify);

}  // namespace ge
