// Combines rows with the rows that their ids name.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

using RowCombination = Tensor (*)(const Tensor& rows, const Tensor& ids, const Tensor& updates);

template <ReduceOp kOp>
Tensor CombineRows(const Tensor& rows, const Tensor& ids, const Tensor& updates) {
  return inplace_reduce(rows, ids, updates, kOp);
}

Tensor Combined(RowCombination combine, const Tensor& rows, const Tensor& indices, const Tensor& updates) {
  Tensor result = combine(rows, indices, updates);
  require_inside(indices, "indices", {rows.shape()[0]});
  return result;
}

template <RowCombination kCombine>
std::vector<Tensor> ScatterRowsCompute(const OpParams& op) {
  return {Combined(kCombine, op.Input("var"), op.Input("indices"), op.Input("updates"))};
}
template <RowCombination kCombine>
std::vector<Tensor> InplaceRowsCompute(const OpParams& op) {
  return {Combined(kCombine, op.Input("x"), op.Input("indices"), op.Input("v"))};
}

// Adds along `axis`. Each combination of places on the axes in front counts as a block of rows of its own.
std::vector<Tensor> AddAlongAxis(const OpParams& op, const Tensor& updates) {
  const Tensor var = op.Input("var"), indices = op.Input("indices");
  const auto axis = static_cast<size_t>(op.Int("axis") < 0 ? op.Int("axis") + var.rank() : op.Int("axis"));
  const Dims& shape = var.shape();
  Dims rows = {1}, given = {1, updates.shape()[axis]};
  for (size_t i = 0; i < axis; ++i) given[0] *= shape[i];
  rows[0] = given[0] * shape[axis];
  rows.insert(rows.end(), shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end());
  given.insert(given.end(), rows.begin() + 1, rows.end());
  require_inside(indices, "indices", {shape[axis]});
  const Tensor held = Extent(var, static_cast<int64_t>(axis));
  const Tensor ids = compute({given[0], given[1]}, [&](const std::vector<Expr>& i) {
    return i[0] * at(held) + cast(at(indices, {i[1]}), ge::DT_INT64);
  });
  return {reshape(inplace_add(reshape(var, rows), ids, reshape(updates, given)), shape)};
}

std::vector<Tensor> IndexAddCompute(const OpParams& op) { return AddAlongAxis(op, op.Input("updates")); }
std::vector<Tensor> InplaceIndexAddCompute(const OpParams& op) {
  const Tensor updates = op.Input("updates");
  return AddAlongAxis(op, op.HasInput("alpha") ? updates * reshape(op.Input("alpha"), {}) : updates);
}

REGISTER_OP_COMPUTE(ScatterUpdate, ScatterRowsCompute<inplace_update>);
REGISTER_OP_COMPUTE(ScatterAdd, ScatterRowsCompute<inplace_add>);
REGISTER_OP_COMPUTE(ScatterSub, ScatterRowsCompute<inplace_sub>);
REGISTER_OP_COMPUTE(ScatterMul, ScatterRowsCompute<CombineRows<ReduceOp::kProd>>);
REGISTER_OP_COMPUTE(ScatterMax, ScatterRowsCompute<CombineRows<ReduceOp::kMax>>);
REGISTER_OP_COMPUTE(ScatterMin, ScatterRowsCompute<CombineRows<ReduceOp::kMin>>);
REGISTER_OP_COMPUTE(InplaceUpdate, InplaceRowsCompute<inplace_update>);
REGISTER_OP_COMPUTE(InplaceAdd, InplaceRowsCompute<inplace_add>);
REGISTER_OP_COMPUTE(InplaceSub, InplaceRowsCompute<inplace_sub>);
REGISTER_OP_COMPUTE(IndexAdd, IndexAddCompute);
REGISTER_OP_COMPUTE(InplaceIndexAdd, InplaceIndexAddCompute);

}  // namespace
}  // namespace tbe
