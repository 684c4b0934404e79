// Combines slices with the slices that their indices name. x is seen as rows: its indexed axes are one axis.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

using SliceCombination = Tensor (*)(const Tensor& rows, const Tensor& ids, const Tensor& updates);

template <ReduceOp kOp>
Tensor CombineSlices(const Tensor& rows, const Tensor& ids, const Tensor& updates) {
  return inplace_reduce(rows, ids, updates, kOp);
}

// Returns the number of the row that each list of indices names.
Tensor SliceIds(const Dims& shape, const Tensor& indices) {
  const Dims places(indices.shape().begin(), indices.shape().end() - 1);
  const auto depth = static_cast<size_t>(indices.shape().back());
  if (depth > 0) {
    require_inside(indices, "indices", Dims(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(depth)));
  }
  return compute(places, [&](std::vector<Expr> i) {
    Expr row = cast(Expr(0), ge::DT_INT64);
    i.emplace_back(0);
    for (size_t axis = 0; axis < depth; ++axis) {
      i.back() = Expr(static_cast<int64_t>(axis));
      row = row * at(Param(shape[axis], ge::DT_INT64)) + cast(at(indices, i), ge::DT_INT64);
    }
    return row;
  });
}

Tensor CombineWith(SliceCombination combine, const Tensor& x, const Tensor& indices, const Tensor& updates) {
  const auto depth = static_cast<std::ptrdiff_t>(indices.shape().back());
  Dims rows = {1};
  for (std::ptrdiff_t axis = 0; axis < depth; ++axis) rows[0] *= x.shape()[static_cast<size_t>(axis)];
  rows.insert(rows.end(), x.shape().begin() + depth, x.shape().end());
  return reshape(combine(reshape(x, rows), SliceIds(x.shape(), indices), updates), x.shape());
}

template <SliceCombination kCombine>
std::vector<Tensor> ScatterNdOfVariableCompute(const OpParams& op) {
  return {CombineWith(kCombine, op.Input("var"), op.Input("indices"), op.Input("updates"))};
}
template <SliceCombination kCombine>
std::vector<Tensor> TensorScatterOfXCompute(const OpParams& op) {
  return {CombineWith(kCombine, op.Input("x"), op.Input("indices"), op.Input("updates"))};
}
template <SliceCombination kCombine>
std::vector<Tensor> TensorScatterOfInputCompute(const OpParams& op) {
  return {CombineWith(kCombine, op.Input("input"), op.Input("indices"), op.Input("updates"))};
}
std::vector<Tensor> ScatterNdCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {CombineWith(inplace_add, broadcast(0, op.OutputShape("y"), x.dtype()), op.Input("indices"), x)};
}

REGISTER_OP_COMPUTE(ScatterNdUpdate, ScatterNdOfVariableCompute<inplace_update>);
REGISTER_OP_COMPUTE(ScatterNdAdd, ScatterNdOfVariableCompute<inplace_add>);
REGISTER_OP_COMPUTE(ScatterNdSub, ScatterNdOfVariableCompute<inplace_sub>);
REGISTER_OP_COMPUTE(ScatterNdMax, ScatterNdOfVariableCompute<CombineSlices<ReduceOp::kMax>>);
REGISTER_OP_COMPUTE(ScatterNdMin, ScatterNdOfVariableCompute<CombineSlices<ReduceOp::kMin>>);
REGISTER_OP_COMPUTE(TensorScatterUpdate, TensorScatterOfXCompute<inplace_update>);
REGISTER_OP_COMPUTE(TensorScatterAdd, TensorScatterOfXCompute<inplace_add>);
REGISTER_OP_COMPUTE(TensorScatterSub, TensorScatterOfXCompute<inplace_sub>);
REGISTER_OP_COMPUTE(TensorScatterMax, TensorScatterOfInputCompute<CombineSlices<ReduceOp::kMax>>);
REGISTER_OP_COMPUTE(TensorScatterMin, TensorScatterOfInputCompute<CombineSlices<ReduceOp::kMin>>);
REGISTER_OP_COMPUTE(ScatterNonAliasingAdd, TensorScatterOfXCompute<inplace_add>);
REGISTER_OP_COMPUTE(ScatterNd, ScatterNdCompute);
REGISTER_OP_COMPUTE(ScatterNdD, ScatterNdCompute);

}  // namespace
}  // namespace tbe
