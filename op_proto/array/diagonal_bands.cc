#include "op_proto/array/diagonal_bands.h"

#include <algorithm>
#include <optional>
#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

struct Band {
  int64_t lower, upper;
};

// The diagonals that k names. Invalid if k names none, which is reported. `is_single`: there is one diagonal only,
// which may be known without k's values.
struct GivenBand {
  bool valid = false, is_single = false;
  std::optional<Band> band = std::nullopt;
};

GivenBand ReadBand(const Operator& op) {
  const opdk::Dims dims = opdk::InputDims(op, "k");
  const int64_t count = opdk::IsUnknownRank(dims) ? UNKNOWN_DIM : opdk::ExtentProduct(dims);
  if (count == 0 || count > 2) {
    (void)opdk::ReportInferError(op, "k has shape " + opdk::ShapeText(dims) + ", it must be one number or two");
    return {};
  }
  const auto k = opdk::ConstInts(op, "k");
  if (!k) return {true, count == 1};
  if (k->front() > k->back()) {
    (void)opdk::ReportInferError(op, "k " + opdk::ListText(*k) + " has the lower diagonal behind the higher one");
    return {};
  }
  return {true, k->front() == k->back(), Band{k->front(), k->back()}};
}

// Returns the shape of the diagonals of the input `matrices`; reports diagonals that the matrices don't have.
std::optional<opdk::Dims> DiagonalsShape(const Operator& op, const char* matrices) {
  const opdk::Dims x = opdk::InputDims(op, matrices);
  const GivenBand given = ReadBand(op);
  if (!given.valid) return std::nullopt;
  if (opdk::IsUnknownRank(x)) return x;
  if (x.size() < 2) {
    (void)opdk::ReportInferError(op, std::string(matrices) + " " + opdk::ShapeText(x) + " is no matrix");
    return std::nullopt;
  }
  opdk::Dims y(x.begin(), x.end() - 2);
  if (!given.band) {
    if (!given.is_single) return opdk::kUnknownRank;
    y.push_back(UNKNOWN_DIM);
    return y;
  }
  const int64_t rows = x[x.size() - 2], columns = x.back();
  for (const int64_t k : {given.band->lower, given.band->upper}) {
    if (k != 0 && ((rows >= 0 && k <= -rows) || (columns >= 0 && k >= columns))) {
      (void)opdk::ReportInferError(
          op, "there is no diagonal " + std::to_string(k) + " in " + matrices + " of shape " + opdk::ShapeText(x));
      return std::nullopt;
    }
  }
  if (given.band->lower < given.band->upper) y.push_back(given.band->upper - given.band->lower + 1);
  const bool known = rows >= 0 && columns >= 0;
  y.push_back(known ? std::min(rows + std::min<int64_t>(given.band->upper, 0),
                               columns - std::max<int64_t>(given.band->lower, 0))
                    : UNKNOWN_DIM);
  return y;
}

// Returns the extent that the input `number` asks for: its value, or `least` for -1. Returns -1 when it isn't known;
// reports a value below `least`.
std::optional<int64_t> ExtentOf(const Operator& op, const char* number, const std::optional<int64_t>& given,
                                int64_t least) {
  if (!given) return UNKNOWN_DIM;
  if (*given == -1 || least < 0 || *given >= least) return *given == -1 ? least : *given;
  (void)opdk::ReportInferError(
      op, std::string(number) + " is " + std::to_string(*given) + ", the diagonals need " + std::to_string(least));
  return std::nullopt;
}

graphStatus InferMatrices(Operator& op, const char* diagonals, const char* output) {
  const opdk::Dims x = opdk::InputDims(op, diagonals);
  const DataType type = opdk::InputType(op, diagonals);
  const GivenBand given = ReadBand(op);
  if (!given.valid || opdk::CheckOneNumber(op, {"num_rows", "num_cols", "padding_value"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  if (opdk::IsUnknownRank(x) || (!given.band && !given.is_single)) {
    return opdk::SetOutput(op, output, opdk::kUnknownRank, type);
  }
  const int64_t count = given.is_single ? 1 : given.band->upper - given.band->lower + 1;
  const size_t axes = given.is_single ? 1 : 2;
  if (x.size() < axes || (axes == 2 && x[x.size() - 2] >= 0 && x[x.size() - 2] != count)) {
    return opdk::ReportInferError(
        op, std::string(diagonals) + " " + opdk::ShapeText(x) + " is not " + std::to_string(count) + " diagonals");
  }
  opdk::Dims y(x.begin(), x.end() - static_cast<std::ptrdiff_t>(axes));
  const auto rows = opdk::ConstInt(op, "num_rows"), columns = opdk::ConstInt(op, "num_cols");
  if (!given.band || x.back() < 0) {
    y.insert(y.end(), {std::max<int64_t>(rows.value_or(-1), -1), std::max<int64_t>(columns.value_or(-1), -1)});
    return opdk::SetOutput(op, output, y, type);
  }
  int64_t least_rows = x.back() - std::min<int64_t>(given.band->upper, 0);
  int64_t least_columns = x.back() + std::max<int64_t>(given.band->lower, 0);
  const bool free_rows = rows && *rows == -1, free_columns = columns && *columns == -1;
  if (free_rows && free_columns) least_rows = least_columns = std::max(least_rows, least_columns);
  // A free extent (-1) isn't known while the other number's value isn't: both may be the extent of a square.
  if (free_rows && !columns) least_rows = UNKNOWN_DIM;
  if (free_columns && !rows) least_columns = UNKNOWN_DIM;
  const auto set_rows = ExtentOf(op, "num_rows", rows, least_rows);
  const auto set_columns = ExtentOf(op, "num_cols", columns, least_columns);
  if (!set_rows || !set_columns) return GRAPH_FAILED;
  if (*set_rows > least_rows && *set_columns > least_columns) {
    return opdk::ReportInferError(op, "the diagonals of matrices [" + std::to_string(*set_rows) + "," +
                                          std::to_string(*set_columns) + "] are longer than " +
                                          std::to_string(x.back()));
  }
  y.insert(y.end(), {*set_rows, *set_columns});
  return opdk::SetOutput(op, output, y, type);
}

graphStatus InferDiagonals(Operator& op, const char* matrices, const char* output) {
  const auto y = DiagonalsShape(op, matrices);
  if (!y || opdk::CheckOneNumber(op, {"padding_value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, output, *y, opdk::InputType(op, matrices));
}

graphStatus VerifyAlignment(const Operator& op) {
  const std::string align = opdk::StringAttr(op, "align");
  if (align == "LEFT_LEFT" || align == "LEFT_RIGHT" || align == "RIGHT_LEFT" || align == "RIGHT_RIGHT") {
    return GRAPH_SUCCESS;
  }
  return opdk::ReportInferError(op, "align '" + align + "' is none of RIGHT_LEFT, LEFT_RIGHT, LEFT_LEFT, RIGHT_RIGHT");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(MatrixDiagPartV2Infer) { return InferDiagonals(op, "input", "diagonal"); }
IMPLEMT_COMMON_INFERFUNC(MatrixDiagPartV3Infer) { return InferDiagonals(op, "x", "y"); }
IMPLEMT_COMMON_INFERFUNC(MatrixDiagV2Infer) { return InferMatrices(op, "diagonal", "output"); }
IMPLEMT_COMMON_INFERFUNC(MatrixDiagV3Infer) { return InferMatrices(op, "x", "y"); }

IMPLEMT_COMMON_INFERFUNC(MatrixSetDiagV2Infer) {
  const auto wanted = DiagonalsShape(op, "input");
  const opdk::Dims diagonal = opdk::InputDims(op, "diagonal");
  if (!wanted) return GRAPH_FAILED;
  if (!opdk::MergeDims(*wanted, diagonal)) {
    return opdk::ReportInferError(
        op, "diagonal has shape " + opdk::ShapeText(diagonal) + ", it must be " + opdk::ShapeText(*wanted));
  }
  return opdk::InferLike(op, "input", "output");
}

COMMON_INFER_FUNC_REG(MatrixDiagPartV2, MatrixDiagPartV2Infer);
COMMON_INFER_FUNC_REG(MatrixDiagPartV3, MatrixDiagPartV3Infer);
COMMON_INFER_FUNC_REG(MatrixDiagV2, MatrixDiagV2Infer);
COMMON_INFER_FUNC_REG(MatrixDiagV3, MatrixDiagV3Infer);
COMMON_INFER_FUNC_REG(MatrixSetDiagV2, MatrixSetDiagV2Infer);
COMMON_INFER_FUNC_REG(MatrixSetDiagV3, MatrixSetDiagV2Infer);

IMPLEMT_VERIFIER(MatrixDiagPartV2, MatrixDiagPartV2Verify) {
  return opdk::CheckSameType(op, {"input", "padding_value"});
}
IMPLEMT_VERIFIER(MatrixDiagPartV3, MatrixDiagPartV3Verify) {
  if (opdk::CheckSameType(op, {"x", "padding_value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyAlignment(op);
}
IMPLEMT_VERIFIER(MatrixDiagV2, MatrixDiagV2Verify) { return opdk::CheckSameType(op, {"diagonal", "padding_value"}); }
IMPLEMT_VERIFIER(MatrixDiagV3, MatrixDiagV3Verify) {
  if (opdk::CheckSameType(op, {"x", "padding_value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyAlignment(op);
}
IMPLEMT_VERIFIER(MatrixSetDiagV2, MatrixSetDiagV2Verify) { return opdk::CheckSameType(op, {"input", "diagonal"}); }
IMPLEMT_VERIFIER(MatrixSetDiagV3, MatrixSetDiagV3Verify) {
  if (opdk::CheckSameType(op, {"input", "diagonal"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyAlignment(op);
}

VERIFY_FUNC_REG(MatrixDiagPartV2, MatrixDiagPartV2Verify);
VERIFY_FUNC_REG(MatrixDiagPartV3, MatrixDiagPartV3Verify);
VERIFY_FUNC_REG(MatrixDiagV2, MatrixDiagV2Verify);
VERIFY_FUNC_REG(MatrixDiagV3, MatrixDiagV3Verify);
VERIFY_FUNC_REG(MatrixSetDiagV2, MatrixSetDiagV2Verify);
VERIFY_FUNC_REG(MatrixSetDiagV3, MatrixSetDiagV3Verify);

}  // namespace ge
