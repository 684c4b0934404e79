// Diagonals of matrices.
#include <algorithm>

#include "tbe/dsl.h"

namespace tbe {
namespace {

using Indices = std::vector<Expr>;

Expr Nothing(DataType type) { return cast(Expr(0), type); }

std::vector<Tensor> DiagCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {compute(op.OutputShape("y"), [&](const Indices& i) {
    const auto rank = static_cast<std::ptrdiff_t>(i.size() / 2);
    const Indices first(i.begin(), i.begin() + rank);
    Expr same = Expr(0) == 0;
    for (size_t k = 0; k < first.size(); ++k) same = same && i[k] == i[first.size() + k];
    return select(same, at(x, first), Nothing(x.dtype()));
  })};
}

std::vector<Tensor> DiagPartCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {compute(op.OutputShape("y"), [&](Indices i) {
    const Indices once = i;
    i.insert(i.end(), once.begin(), once.end());
    return at(x, i);
  })};
}

std::vector<Tensor> MatrixDiagCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {compute(op.OutputShape("y"), [&](Indices i) {
    const Expr column = i.back();
    i.pop_back();
    return select(i.back() == column, at(x, i), Nothing(x.dtype()));
  })};
}

std::vector<Tensor> MatrixDiagPartCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {compute(op.OutputShape("y"), [&](Indices i) {
    i.push_back(i.back());
    return at(x, i);
  })};
}

std::vector<Tensor> MatrixSetDiagCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), diagonal = op.Input("diagonal");
  if (diagonal.shape().back() == 0) return {x};
  return {compute(x.shape(), [&](const Indices& i) {
    Indices place(i.begin(), i.end() - 1);
    place.back() = min(place.back(), extent(diagonal, diagonal.rank() - 1) - 1);
    return select(i[i.size() - 1] == i[i.size() - 2], at(diagonal, place), at(x, i));
  })};
}

std::vector<Tensor> MatrixBandPartCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor lower = reshape(op.Input("num_lower"), {}), upper = reshape(op.Input("num_upper"), {});
  return {compute(x.shape(), [&](const Indices& i) {
    const Expr above = i[i.size() - 1] - i[i.size() - 2];
    const Expr below_limit = cast(at(lower), ge::DT_INT64), above_limit = cast(at(upper), ge::DT_INT64);
    const Expr kept = (below_limit < 0 || -above <= below_limit) && (above_limit < 0 || above <= above_limit);
    return select(kept, at(x, i), Nothing(x.dtype()));
  })};
}

// Returns a square matrix with the list x on diagonal `diagonal`, from column `right` and row `down` on.
Tensor DiagonalMatrix(const OpParams& op, const Tensor& x) {
  const int64_t diagonal = op.Int("diagonal");
  const Tensor right = Param(std::max<int64_t>(diagonal, 0), ge::DT_INT64);
  const Tensor down = Param(std::max<int64_t>(-diagonal, 0), ge::DT_INT64);
  if (x.shape()[0] == 0) return broadcast(0, op.OutputShape("y"), x.dtype());
  return compute(op.OutputShape("y"), [&](const Indices& i) {
    const Expr row = i[0] - at(down), column = i[1] - at(right);
    const Expr place = min(max(row, 0), extent(x, 0) - 1);
    return select(row == column && row >= 0 && column >= 0, at(x, {place}), Nothing(x.dtype()));
  });
}

std::vector<Tensor> DiagV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x");
  if (x.rank() == 1) return {DiagonalMatrix(op, x)};
  const int64_t diagonal = op.Int("diagonal");
  if (op.OutputShape("y")[0] == 0) return {broadcast(0, {0}, x.dtype())};
  const Tensor right = Param(std::max<int64_t>(diagonal, 0), ge::DT_INT64);
  const Tensor down = Param(std::max<int64_t>(-diagonal, 0), ge::DT_INT64);
  return {compute(op.OutputShape("y"), [&](const Indices& i) { return at(x, {i[0] + at(down), i[0] + at(right)}); })};
}

std::vector<Tensor> DiagFlatCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  int64_t elements = 1;
  for (int64_t extent : x.shape()) elements *= extent;
  return {DiagonalMatrix(op, reshape(x, {elements}))};
}

std::vector<Tensor> EyeCompute(const OpParams& op) {
  const DataType type = op.OutputDtype("y");
  return {compute(op.OutputShape("y"), [&](const Indices& i) {
    return select(i[i.size() - 1] == i[i.size() - 2], cast(Expr(1), type), Nothing(type));
  })};
}

std::vector<Tensor> TraceCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const DataType type = op.OutputDtype("y");
  const DataType wide = type == ge::DT_FLOAT16 || type == ge::DT_BF16 ? ge::DT_FLOAT : type;
  const int64_t count = std::min(x.shape()[0], x.shape()[1]);
  if (count == 0) return {broadcast(0, {}, type)};
  const Tensor diagonal = compute({count}, [&](const Indices& i) { return at(x, {i[0], i[0]}); });
  return {cast_to(reduce_sum(cast_to(diagonal, wide), {0}), type)};
}

REGISTER_OP_COMPUTE(Diag, DiagCompute);
REGISTER_OP_COMPUTE(DiagD, DiagCompute);
REGISTER_OP_COMPUTE(DiagPart, DiagPartCompute);
REGISTER_OP_COMPUTE(DiagPartD, DiagPartCompute);
REGISTER_OP_COMPUTE(MatrixDiag, MatrixDiagCompute);
REGISTER_OP_COMPUTE(MatrixDiagD, MatrixDiagCompute);
REGISTER_OP_COMPUTE(MatrixDiagPart, MatrixDiagPartCompute);
REGISTER_OP_COMPUTE(MatrixDiagPartD, MatrixDiagPartCompute);
REGISTER_OP_COMPUTE(MatrixSetDiag, MatrixSetDiagCompute);
REGISTER_OP_COMPUTE(MatrixSetDiagD, MatrixSetDiagCompute);
REGISTER_OP_COMPUTE(MatrixBandPart, MatrixBandPartCompute);
REGISTER_OP_COMPUTE(DiagV2, DiagV2Compute);
REGISTER_OP_COMPUTE(DiagFlat, DiagFlatCompute);
REGISTER_OP_COMPUTE(Eye, EyeCompute);
REGISTER_OP_COMPUTE(Trace, TraceCompute);

}  // namespace
}  // namespace tbe
