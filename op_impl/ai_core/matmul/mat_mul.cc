#include "op_impl/ai_core/matmul/product.h"

namespace tbe {
namespace {

std::vector<Tensor> MatMulCompute(const OpParams& op) {
  return {Product(op, op.Bool("transpose_x1"), op.Bool("transpose_x2"), OrAbsent(op, "bias"))};
}

REGISTER_OP_COMPUTE(MatMul, MatMulCompute);
REGISTER_OP_COMPUTE(MatMulV2, MatMulCompute);

}  // namespace
}  // namespace tbe
