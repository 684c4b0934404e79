// GEMM: alpha * a' * b' + beta * c; c broadcasts to the product.
#include "tbe/dsl.h"

namespace tbe {
namespace {

// Multiplies x by a tensor of one element. An integer is multiplied in double and truncated.
Tensor Scaled(const Tensor& x, const Tensor& factor) {
  const Tensor scalar = reshape(factor, {});
  if (x.dtype() == ge::DT_DOUBLE) return x * cast_to(scalar, ge::DT_DOUBLE);
  const bool whole = x.dtype() == ge::DT_INT32 || x.dtype() == ge::DT_UINT32;
  const DataType wide = whole ? ge::DT_DOUBLE : ge::DT_FLOAT;
  return cast_to(x, wide) * cast_to(scalar, wide);
}

std::vector<Tensor> GemmCompute(const OpParams& op) {
  const Tensor product = matmul(op.Input("a"), op.Input("b"), op.Bool("transpose_a"), op.Bool("transpose_b"));
  const DataType dtype = product.dtype();
  const Tensor scaled = Scaled(product, op.Input("alpha")), added = Scaled(op.Input("c"), op.Input("beta"));
  if (scaled.dtype() == ge::DT_DOUBLE && dtype != ge::DT_DOUBLE) {
    return {cast_to(scaled, dtype) + cast_to(added, dtype)};
  }
  return {cast_to(scaled + added, dtype)};
}

REGISTER_OP_COMPUTE(GEMM, GemmCompute);

}  // namespace
}  // namespace tbe
