// Trilu: zeros below (upper) or above the diagonal k of the last two axes.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> TriluCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor k = op.HasInput("k") ? reshape(op.Input("k"), {}) : Param(0, ge::DT_INT64);
  const bool upper = op.Int("upper") != 0;
  return {set_value(
      x,
      [&](const std::vector<Expr>& i) {
        const Expr diagonal = i[i.size() - 1] - i[i.size() - 2];
        return upper ? diagonal < at(k) : diagonal > at(k);
      },
      0)};
}

REGISTER_OP_COMPUTE(Trilu, TriluCompute);

}  // namespace
}  // namespace tbe
