#include "op_proto/math/matrix_determinant.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(MatrixDeterminant, MatrixDeterminantInfer) {
  opdk::Dims dims = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(dims)) {
    const size_t rank = dims.size();
    if (rank < 2 || (dims[rank - 1] >= 0 && dims[rank - 2] >= 0 && dims[rank - 1] != dims[rank - 2])) {
      return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(dims) + " holds no square matrices");
    }
    dims.resize(rank - 2);
  }
  return opdk::SetOutput(op, "y", dims, opdk::InputType(op, "x"));
}

INFER_FUNC_REG(MatrixDeterminant, MatrixDeterminantInfer);

}  // namespace ge
