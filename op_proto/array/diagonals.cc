#include "op_proto/array/diagonals.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

int64_t ShorterOf(int64_t rows, int64_t columns) {
  if (rows == 0 || columns == 0) return 0;
  return rows < 0 || columns < 0 ? UNKNOWN_DIM : std::min(rows, columns);
}

// Reports an `x` of rank 0 or 1, which is no matrix.
graphStatus CheckMatrices(const Operator& op, const opdk::Dims& x) {
  if (opdk::IsUnknownRank(x) || x.size() >= 2) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " is no matrix");
}

// Turns [..., M, N] into [..., min(M, N)].
opdk::Dims DiagonalsOf(opdk::Dims x) {
  if (opdk::IsUnknownRank(x)) return x;
  const int64_t columns = x.back();
  x.pop_back();
  x.back() = ShorterOf(x.back(), columns);
  return x;
}

// Sets y's shape: a square matrix with a list of `elements` on diagonal `diagonal`.
graphStatus SetDiagonalMatrix(Operator& op, int64_t elements) {
  const int64_t diagonal = opdk::IntAttr(op, "diagonal");
  constexpr int64_t kFar = std::numeric_limits<int32_t>::max();
  if (diagonal < -kFar || diagonal > kFar) {
    return opdk::ReportInferError(op, "diagonal is " + std::to_string(diagonal) + ", no matrix is so large");
  }
  const int64_t extent = elements < 0 ? UNKNOWN_DIM : elements + std::max(diagonal, -diagonal);
  return opdk::SetOutput(op, "y", {extent, extent}, opdk::InputType(op, "x"));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(DiagInfer) {
  opdk::Dims y = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(y)) {
    const opdk::Dims x = y;
    y.insert(y.end(), x.begin(), x.end());
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(DiagPartInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const DataType type = opdk::InputType(op, "x");
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", x, type);
  const auto half = static_cast<std::ptrdiff_t>(x.size() / 2);
  const auto y = x.size() % 2 == 0 && !x.empty()
                     ? opdk::MergeDims(opdk::Dims(x.begin(), x.begin() + half), opdk::Dims(x.begin() + half, x.end()))
                     : std::nullopt;
  if (!y) return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " is not one shape twice");
  return opdk::SetOutput(op, "y", *y, type);
}

IMPLEMT_COMMON_INFERFUNC(MatrixDiagInfer) {
  opdk::Dims y = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(y)) {
    if (y.empty()) return opdk::ReportInferError(op, "x is a scalar, no diagonal");
    y.push_back(y.back());
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(MatrixDiagPartInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (CheckMatrices(op, x) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", DiagonalsOf(x), opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(MatrixSetDiagInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), diagonal = opdk::InputDims(op, "diagonal");
  if (CheckMatrices(op, x) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (!opdk::MergeDims(DiagonalsOf(x), diagonal)) {
    return opdk::ReportInferError(
        op, "diagonal has shape " + opdk::ShapeText(diagonal) + ", it must be " + opdk::ShapeText(DiagonalsOf(x)));
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_COMMON_INFERFUNC(MatrixBandPartInfer) {
  if (CheckMatrices(op, opdk::InputDims(op, "x")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::CheckOneNumber(op, {"num_lower", "num_upper"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_COMMON_INFERFUNC(DiagV2Infer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const DataType type = opdk::InputType(op, "x");
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", x, type);
  if (x.size() == 1) return SetDiagonalMatrix(op, x[0]);
  if (x.size() != 2) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " is neither a list nor a matrix");
  }
  const int64_t diagonal = opdk::IntAttr(op, "diagonal");
  // The rows or columns in front of the diagonal's first element don't count.
  const auto behind = [](int64_t extent, int64_t skipped) {
    return extent < 0 ? UNKNOWN_DIM : extent <= skipped ? 0 : extent - std::max<int64_t>(skipped, 0);
  };
  const int64_t down = diagonal < 0 ? -std::max(diagonal, -std::numeric_limits<int64_t>::max()) : 0;
  return opdk::SetOutput(op, "y", {ShorterOf(behind(x[0], down), behind(x[1], std::max<int64_t>(diagonal, 0)))}, type);
}

IMPLEMT_COMMON_INFERFUNC(DiagFlatInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  return SetDiagonalMatrix(op, opdk::IsUnknownRank(x) ? -1 : opdk::ExtentProduct(x));
}

IMPLEMT_COMMON_INFERFUNC(EyeInfer) {
  opdk::Dims y = opdk::ListIntAttr(op, "batch_shape");
  const int64_t rows = opdk::IntAttr(op, "num_rows"), columns = opdk::IntAttr(op, "num_columns");
  y.push_back(rows);
  y.push_back(columns == 0 ? rows : columns);
  for (int64_t extent : y) {
    if (extent < 0) return opdk::ReportInferError(op, "an extent is " + std::to_string(extent) + ", below 0");
  }
  const int64_t type = opdk::IntAttr(op, "dtype");
  constexpr int64_t kTypes[] = {DT_FLOAT,  DT_FLOAT16, DT_BF16,  DT_DOUBLE,    DT_INT8,
                                DT_INT16,  DT_INT32,   DT_INT64, DT_UINT8,     DT_UINT16,
                                DT_UINT32, DT_UINT64,  DT_BOOL,  DT_COMPLEX64, DT_COMPLEX128};
  if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes)) {
    return opdk::ReportInferError(op, "dtype is " + std::to_string(type) + ", which is no number's");
  }
  return opdk::SetOutput(op, "y", y, static_cast<DataType>(type));
}

IMPLEMT_COMMON_INFERFUNC(TraceInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() != 2) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " is no matrix");
  }
  const DataType type = opdk::InputType(op, "x");
  const bool is_unsigned = type == DT_UINT8 || type == DT_UINT16 || type == DT_UINT32 || type == DT_UINT64;
  const bool kept = opdk::IsFloating(type) || type == DT_COMPLEX64 || type == DT_COMPLEX128;
  return opdk::SetOutput(op, "y", {}, kept ? type : is_unsigned ? DT_UINT64 : DT_INT64);
}

COMMON_INFER_FUNC_REG(Diag, DiagInfer);
COMMON_INFER_FUNC_REG(DiagD, DiagInfer);
COMMON_INFER_FUNC_REG(DiagPart, DiagPartInfer);
COMMON_INFER_FUNC_REG(DiagPartD, DiagPartInfer);
COMMON_INFER_FUNC_REG(MatrixDiag, MatrixDiagInfer);
COMMON_INFER_FUNC_REG(MatrixDiagD, MatrixDiagInfer);
COMMON_INFER_FUNC_REG(MatrixDiagPart, MatrixDiagPartInfer);
COMMON_INFER_FUNC_REG(MatrixDiagPartD, MatrixDiagPartInfer);
COMMON_INFER_FUNC_REG(MatrixSetDiag, MatrixSetDiagInfer);
COMMON_INFER_FUNC_REG(MatrixSetDiagD, MatrixSetDiagInfer);
COMMON_INFER_FUNC_REG(MatrixBandPart, MatrixBandPartInfer);
COMMON_INFER_FUNC_REG(DiagV2, DiagV2Infer);
COMMON_INFER_FUNC_REG(DiagFlat, DiagFlatInfer);
COMMON_INFER_FUNC_REG(Eye, EyeInfer);
COMMON_INFER_FUNC_REG(Trace, TraceInfer);

}  // namespace ge
