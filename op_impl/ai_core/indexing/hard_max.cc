// HardMax: 1 at the least index whose element is the largest (or NaN).
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> HardMaxCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  const Tensor largest = broadcast(reduce_max(x, {axis}, true), x.shape());
  const Tensor wins = vor(vcmp(x, largest, "eq"), visnan(x));
  const Tensor index = compute(x.shape(), [&](const std::vector<Expr>& i) {
    return select(at(wins, i), i[static_cast<size_t>(axis)], extent(x, axis));
  });
  const Tensor first = broadcast(reduce_min(index, {axis}, true), x.shape());
  return {compute(x.shape(), [&](const std::vector<Expr>& i) {
    return cast(at(first, i) == i[static_cast<size_t>(axis)], x.dtype());
  })};
}

REGISTER_OP_COMPUTE(HardMax, HardMaxCompute);

}  // namespace
}  // namespace tbe
