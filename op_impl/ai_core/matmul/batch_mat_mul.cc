// BatchMatMul: the product of the last two axes, which adj_x1 and adj_x2 swap; the leading ones broadcast.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> BatchMatMulCompute(const OpParams& op) {
  return {matmul(op.Input("x1"), op.Input("x2"), op.Bool("adj_x1"), op.Bool("adj_x2"))};
}

REGISTER_OP_COMPUTE(BatchMatMul, BatchMatMulCompute);

}  // namespace
}  // namespace tbe
