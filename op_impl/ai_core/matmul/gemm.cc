// Gemm: alpha * a' * b' + beta * c; c broadcasts to the product.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GemmCompute(const OpParams& op) {
  Tensor a = op.Input("a"), b = op.Input("b");
  const bool trans_a = op.Int("transA") != 0, trans_b = op.Int("transB") != 0;
  const float alpha = op.Float("alpha"), beta = op.Float("beta");
  Tensor c = op.HasInput("c") ? op.Input("c") : Tensor();
  const int64_t columns = b.shape()[trans_b ? 0 : 1];
  // The usual fully connected layer: the cube unit adds one bias per column itself.
  const bool is_bias = c && c.rank() > 0 && c.shape().back() == columns && (c.rank() == 1 || c.shape()[0] == 1);
  if (alpha == 1.0F && beta == 1.0F && is_bias) {
    return {matmul(a, b, trans_a, trans_b, reshape(c, {columns}))};
  }
  Tensor y = matmul(a, b, trans_a, trans_b);
  if (alpha != 1.0F) y = y * Param(alpha, y.dtype());
  if (c && beta != 0.0F) y = y + (beta == 1.0F ? c : c * Param(beta, c.dtype()));
  return {y};
}

REGISTER_OP_COMPUTE(Gemm, GemmCompute);

}  // namespace
}  // namespace tbe
