#include "op_proto/matmul/gemm.h"

#include "op_proto/matmul/product_shape.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(GemmInfer) {
  for (const char* port : {"a", "b"}) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    if (!opdk::IsUnknownRank(dims) && dims.size() != 2) {
      return opdk::ReportInferError(op, std::string(port) + " " + opdk::ShapeText(dims) + " is not a matrix");
    }
  }
  if (opdk::CheckOneNumber(op, {"alpha", "beta"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const ProductShape product =
      ShapeOfProduct(op, "a", "b", opdk::BoolAttr(op, "transpose_a"), opdk::BoolAttr(op, "transpose_b"));
  if (!product.problem.empty()) return opdk::ReportInferError(op, product.problem);
  const opdk::Dims y = opdk::IsUnknownRank(product.y) ? opdk::Dims{UNKNOWN_DIM, UNKNOWN_DIM} : product.y;
  const opdk::Dims c = opdk::InputDims(op, "c");
  if (!opdk::BroadcastsTo(c, y)) {
    return opdk::ReportInferError(
        op, "c " + opdk::ShapeText(c) + " can't be broadcast to the product " + opdk::ShapeText(y));
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "a"));
}
COMMON_INFER_FUNC_REG(GEMM, GemmInfer);

IMPLEMT_VERIFIER(GEMM, GemmVerify) { return opdk::CheckSameType(op, {"a", "b", "c"}); }
VERIFY_FUNC_REG(GEMM, GemmVerify);

}  // namespace ge
