// ScatterElements: elements of data combined with updates.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

Tensor Combine(const OpParams& op, const Tensor& rows, const Tensor& ids, const Tensor& updates) {
  const std::string reduction = op.String("reduction");
  if (reduction == "none") return inplace_update(rows, ids, updates);
  if (reduction == "add") return inplace_add(rows, ids, updates);
  return inplace_reduce(rows, ids, updates,
                        reduction == "mul"   ? ReduceOp::kProd
                        : reduction == "max" ? ReduceOp::kMax
                                             : ReduceOp::kMin);
}

std::vector<Tensor> ScatterElementsCompute(const OpParams& op) {
  const Tensor x = op.Input("data"), indices = op.Input("indices");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  require_inside(indices, "indices", {x.shape()[static_cast<size_t>(axis)]}, NegativeIndex::kCountsFromEnd);
  const Tensor ids = compute(indices.shape(), [&](const std::vector<Expr>& i) {
    Expr row = cast(Expr(0), ge::DT_INT64);
    for (int64_t k = 0; k < x.rank(); ++k) {
      const Expr held = at(Extent(x, k)), given = cast(at(indices, i), ge::DT_INT64);
      row = row * held + (k == axis ? select(given < 0, given + held, given) : i[static_cast<size_t>(k)]);
    }
    return row;
  });
  int64_t elements = 1;
  for (int64_t extent : x.shape()) elements *= extent;
  return {reshape(Combine(op, reshape(x, {elements}), ids, op.Input("updates")), x.shape())};
}

REGISTER_OP_COMPUTE(ScatterElements, ScatterElementsCompute);

}  // namespace
}  // namespace tbe
