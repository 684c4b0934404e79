#include "op_proto/matmul/mat_mul.h"

#include "op_proto/matmul/product_shape.h"

namespace ge {

IMPLEMT_INFERFUNC(MatMul, MatMulInfer) { return InferProduct(op, false, false); }
INFER_FUNC_REG(MatMul, MatMulInfer);

}  // namespace ge
