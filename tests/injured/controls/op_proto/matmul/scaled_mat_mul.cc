#include "op_proto/matmul/scaled_mat_mul.h"

#include <utility>

#include "op_proto/common/shapes.h"

namespace ge {

// [M, K] times [K, N] gives [M, N], whatever is unknown.
IMPLEMT_INFERFUNC(ScaledMatMul, ScaledMatMulInfer) {
  const TensorDesc x1 = op.GetInputDescByName("x1");
  const TensorDesc x2 = op.GetInputDescByName("x2");
  if (x1.GetDataType() != x2.GetDataType()) return opdk::ReportInferError(op, "x1 and x2 differ in dtype");
  shapes::Dims a = x1.GetShape().GetDims();
  shapes::Dims b = x2.GetShape().GetDims();
  if (shapes::IsUnknownRank(a)) a = {UNKNOWN_DIM, UNKNOWN_DIM};
  if (shapes::IsUnknownRank(b)) b = {UNKNOWN_DIM, UNKNOWN_DIM};
  if (a.size() != 2 || b.size() != 2) return opdk::ReportInferError(op, "x1 and x2 must have two axes");
  if (op.get_attr_transpose_x2()) std::swap(b[0], b[1]);
  if (a[1] != b[0] && a[1] != UNKNOWN_DIM && b[0] != UNKNOWN_DIM) {
    return opdk::ReportInferError(op, "x1 and x2 can't be multiplied: " + shapes::Text({a[1], b[0]}));
  }
  return shapes::SetOutput(op, "y", {a[0], b[1]}, x1.GetDataType());
}
INFER_FUNC_REG(ScaledMatMul, ScaledMatMulInfer);

}  // namespace ge
