#include "op_proto/math/matrix_inverse.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(MatrixInverse, MatrixInverseInfer) {
  opdk::Dims dims = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(dims)) {
    const size_t rank = dims.size();
    if (rank < 2 || (dims[rank - 1] >= 0 && dims[rank - 2] >= 0 && dims[rank - 1] != dims[rank - 2])) {
      return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(dims) + " holds no square matrices");
    }
    // One known extent of a matrix is both.
    if (dims[rank - 1] < 0) dims[rank - 1] = dims[rank - 2];
    dims[rank - 2] = dims[rank - 1];
  }
  return opdk::SetOutput(op, "y", dims, opdk::InputType(op, "x"));
}

INFER_FUNC_REG(MatrixInverse, MatrixInverseInfer);

}  // namespace ge
