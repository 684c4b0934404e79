#include "op_proto/matmul/batch_mat_mul.h"

#include "op_proto/matmul/product_shape.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(BatchMatMul, BatchMatMulInfer) {
  for (const char* port : {"x1", "x2"}) {
    const Dims dims = op.GetInputDescByName(port).GetShape().GetDims();
    if (!IsUnknownRank(dims) && dims.size() < 2) {
      return ReportInferError(op, std::string(port) + " " + ShapeText(dims) + " is not a matrix");
    }
  }
  return InferProduct(op, op.get_attr_adj_x1(), op.get_attr_adj_x2());
}
INFER_FUNC_REG(BatchMatMul, BatchMatMulInfer);

}  // namespace ge
