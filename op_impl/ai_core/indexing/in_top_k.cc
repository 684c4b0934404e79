// InTopK: counts the numbers of a row that are above the target's.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> IsInTopK(const OpParams& op, const Tensor& x, const Tensor& named) {
  if (x.shape()[1] == 0) return {broadcast(0, named.shape(), ge::DT_BOOL)};
  const Tensor k =
      op.HasAttr("k") ? Param(op.Int("k"), ge::DT_INT64) : cast_to(reshape(op.Input("k"), {}), ge::DT_INT64);
  const Tensor place = cast_to(named, ge::DT_INT64);
  const Tensor number = compute({x.shape()[0], 1}, [&](const std::vector<Expr>& i) {
    return at(x, {i[0], min(max(at(place, {i[0]}), 0), extent(x, 1) - 1)});
  });
  const Tensor zeros = broadcast(0, x.shape(), ge::DT_INT64);
  const Tensor above = reduce_sum(vsel(x > number, broadcast(1, x.shape(), ge::DT_INT64), zeros), {1});
  const Tensor finite = reduce_all(~(visnan(x) | visinf(x)), {1});
  const Tensor inside = vand(place >= 0, place < Extent(x, 1));
  return {vand(vand(above < k, finite), inside)};
}

std::vector<Tensor> InTopKCompute(const OpParams& op) { return IsInTopK(op, op.Input("x1"), op.Input("x2")); }
std::vector<Tensor> InTopKV2Compute(const OpParams& op) {
  return IsInTopK(op, op.Input("predictions"), op.Input("targets"));
}

REGISTER_OP_COMPUTE(InTopK, InTopKCompute);
REGISTER_OP_COMPUTE(InTopKD, InTopKCompute);
REGISTER_OP_COMPUTE(InTopKV2, InTopKV2Compute);

}  // namespace
}  // namespace tbe
