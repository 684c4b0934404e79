// Transpose by `perm`; empty: reversed axes.
#include <numeric>

#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> TransposeCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  Dims perm = op.ListInt("perm");
  if (perm.empty()) {
    perm.resize(x.shape().size());
    std::iota(perm.rbegin(), perm.rend(), 0);
  }
  return {transpose(x, perm)};
}

REGISTER_OP_COMPUTE(Transpose, TransposeCompute);

}  // namespace
}  // namespace tbe
