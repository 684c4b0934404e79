// MatMul as numpy.matmul: a vector on the left counts as a row, one on the right as a column.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> MatMulCompute(const OpParams& op) {
  Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  if (x1.rank() == 1) x1 = reshape(x1, {1, x1.shape()[0]});
  if (x2.rank() == 1) x2 = reshape(x2, {x2.shape()[0], 1});
  // Drops the axis that a vector was given.
  return {reshape(matmul(x1, x2), op.OutputShape("y"))};
}

REGISTER_OP_COMPUTE(MatMul, MatMulCompute);

}  // namespace
}  // namespace tbe
