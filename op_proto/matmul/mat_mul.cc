#include "op_proto/matmul/mat_mul.h"

#include "op_proto/matmul/product_shape.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(MatMulInfer) {
  return InferProduct(op, opdk::BoolAttr(op, "transpose_x1"), opdk::BoolAttr(op, "transpose_x2"), "bias");
}
COMMON_INFER_FUNC_REG(MatMul, MatMulInfer);
COMMON_INFER_FUNC_REG(MatMulV2, MatMulInfer);

IMPLEMT_VERIFIER(MatMulV2, MatMulV2Verify) { return opdk::CheckOffsets(op, "x1"); }
VERIFY_FUNC_REG(MatMulV2, MatMulV2Verify);

}  // namespace ge
