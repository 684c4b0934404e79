#include "op_proto/matmul/batch_mat_mul.h"

#include "op_proto/matmul/product_shape.h"

namespace ge {

namespace {

graphStatus InferStacks(Operator& op, const char* bias) {
  for (const char* port : {"x1", "x2"}) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    if (!opdk::IsUnknownRank(dims) && dims.size() < 2) {
      return opdk::ReportInferError(op, std::string(port) + " " + opdk::ShapeText(dims) + " is not a matrix");
    }
  }
  return InferProduct(op, opdk::BoolAttr(op, "adj_x1"), opdk::BoolAttr(op, "adj_x2"), bias);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(BatchMatMulInfer) { return InferStacks(op, nullptr); }
COMMON_INFER_FUNC_REG(BatchMatMul, BatchMatMulInfer);

IMPLEMT_COMMON_INFERFUNC(BatchMatMulV2Infer) { return InferStacks(op, "bias"); }
COMMON_INFER_FUNC_REG(BatchMatMulV2, BatchMatMulV2Infer);

IMPLEMT_VERIFIER(BatchMatMulV2, BatchMatMulV2Verify) { return opdk::CheckOffsets(op, "x1"); }
VERIFY_FUNC_REG(BatchMatMulV2, BatchMatMulV2Verify);

}  // namespace ge
