#include "op_impl/ai_core/matmul/product.h"

#include "opdk/shape_rules.h"

namespace tbe {

Tensor Product(const OpParams& op, bool transpose_x1, bool transpose_x2, const Tensor& bias) {
  Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  if (x1.dtype() == ge::DT_INT8) {
    x1 = vadds(cast_to(x1, ge::DT_INT32), -op.Int("offset_x"));
    x2 = cast_to(x2, ge::DT_INT32);
  }
  if (x1.rank() == 1) x1 = reshape(x1, {1, x1.shape()[0]});
  if (x2.rank() == 1) x2 = reshape(x2, {x2.shape()[0], 1});
  const Dims& shape = op.OutputShape("y");
  if (!bias) return reshape(matmul(x1, x2, transpose_x1, transpose_x2), shape);
  // A row for all rows, the usual bias: the cube unit adds it itself.
  const int64_t columns = x2.shape()[x2.rank() - (transpose_x2 ? 2 : 1)];
  if (bias.rank() > 0 && bias.shape().back() == columns && opdk::ExtentProduct(bias.shape()) == columns) {
    return reshape(matmul(x1, x2, transpose_x1, transpose_x2, reshape(bias, {columns})), shape);
  }
  return reshape(matmul(x1, x2, transpose_x1, transpose_x2), shape) + bias;
}

}  // namespace tbe
