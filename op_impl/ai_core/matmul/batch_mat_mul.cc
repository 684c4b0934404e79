#include "op_impl/ai_core/matmul/product.h"

namespace tbe {
namespace {

std::vector<Tensor> BatchMatMulCompute(const OpParams& op) {
  return {Product(op, op.Bool("adj_x1"), op.Bool("adj_x2"), Tensor())};
}

std::vector<Tensor> BatchMatMulV2Compute(const OpParams& op) {
  return {Product(op, op.Bool("adj_x1"), op.Bool("adj_x2"), OrAbsent(op, "bias"))};
}

REGISTER_OP_COMPUTE(BatchMatMul, BatchMatMulCompute);
REGISTER_OP_COMPUTE(BatchMatMulV2, BatchMatMulV2Compute);

}  // namespace
}  // namespace tbe
