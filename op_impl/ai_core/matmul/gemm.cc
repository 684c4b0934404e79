// Gemm: alpha * a' * b' + beta * c; c broadcasts to the product.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GemmCompute(const OpParams& op) {
  return {gemm(op.Input("a"), op.Input("b"), op.HasInput("c") ? op.Input("c") : Tensor(), op.Float("alpha"),
               op.Float("beta"), op.Int("transA") != 0, op.Int("transB") != 0)};
}

REGISTER_OP_COMPUTE(Gemm, GemmCompute);

}  // namespace
}  // namespace tbe
