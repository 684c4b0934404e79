#include "op_proto/array/split.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"
#include "opdk/one_number.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;

namespace {

// The extents of an axis's pieces, or nothing and the reason.
using Pieces = std::optional<Dims>;

Pieces EqualPieces(const Operator&, int64_t whole, int64_t count, std::string& why) {
  if (whole < 0) return Dims(static_cast<size_t>(count), UNKNOWN_DIM);
  if (whole % count == 0) return Dims(static_cast<size_t>(count), whole / count);
  why = "can't be cut into " + std::to_string(count) + " equal pieces";
  return std::nullopt;
}

Pieces GivenPieces(const Operator& op, int64_t whole, int64_t count, std::string& why) {
  const auto given = opdk::ConstInts(op, "size_splits");
  if (given && std::count(given->begin(), given->end(), int64_t{UNKNOWN_DIM}) > 1) {
    why = "is to be cut by size_splits " + ListText(*given) + ", which has more than one -1";
    return std::nullopt;
  }
  Dims pieces = given.value_or(Dims(static_cast<size_t>(count), UNKNOWN_DIM));
  if (static_cast<int64_t>(pieces.size()) != count) {
    why = "is to be cut by size_splits " + ListText(pieces) + ", which has not one entry for each of the " +
          std::to_string(count) + " outputs";
    return std::nullopt;
  }
  if (std::any_of(pieces.begin(), pieces.end(), [](int64_t piece) { return piece < UNKNOWN_DIM; })) {
    why = "is to be cut by size_splits " + ListText(pieces) + ", which has an entry below -1";
    return std::nullopt;
  }
  if (whole < 0) return pieces;
  int64_t sum = 0;
  for (const int64_t piece : pieces) sum += std::max<int64_t>(0, piece);
  const auto open = std::count(pieces.begin(), pieces.end(), int64_t{UNKNOWN_DIM});
  if (open == 1 && sum <= whole) *std::find(pieces.begin(), pieces.end(), int64_t{UNKNOWN_DIM}) = whole - sum;
  if (open > 0 ? sum <= whole : sum == whole) return pieces;
  why = "is not what size_splits " + ListText(pieces) + " add up to";
  return std::nullopt;
}

graphStatus SetPieces(Operator& op, const std::vector<Dims>& shapes) {
  const DataType type = opdk::InputType(op, "x");
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (opdk::SetDynamicOutput(op, "y", static_cast<uint32_t>(i), shapes[i], type) != GRAPH_SUCCESS)
      return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}

graphStatus InferPieces(Operator& op, Pieces (*cut)(const Operator&, int64_t, int64_t, std::string&)) {
  const int64_t count = op.GetDynamicOutputNum("y"), wanted = opdk::IntAttr(op, "num_split");
  if (count <= 0) return ReportInferError(op, "it has no outputs");
  if (count != wanted) {
    return ReportInferError(
        op, "num_split is " + std::to_string(wanted) + ", and it has " + std::to_string(count) + " outputs");
  }
  if (opdk::CheckOneNumber(op, {"split_dim"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const Dims x = opdk::InputDims(op, "x");
  if (IsUnknownRank(x)) return SetPieces(op, std::vector<Dims>(static_cast<size_t>(count), opdk::kUnknownRank));
  const auto given = opdk::ConstInts(op, "split_dim");
  if (!given) return SetPieces(op, std::vector<Dims>(static_cast<size_t>(count), Dims(x.size(), UNKNOWN_DIM)));
  const auto axis = opdk::CheckedAxis(op, "split_dim", given->front(), x);
  if (!axis) return GRAPH_FAILED;
  const int64_t whole = x[static_cast<size_t>(*axis)];
  std::string why;
  const Pieces pieces = cut(op, whole, count, why);
  if (!pieces) {
    return ReportInferError(op,
                            "the extent " + std::to_string(whole) + " of axis " + std::to_string(*axis) + " " + why);
  }
  std::vector<Dims> shapes(static_cast<size_t>(count), x);
  for (size_t i = 0; i < shapes.size(); ++i) shapes[i][static_cast<size_t>(*axis)] = (*pieces)[i];
  return SetPieces(op, shapes);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(SplitInfer) { return InferPieces(op, EqualPieces); }
COMMON_INFER_FUNC_REG(Split, SplitInfer);
COMMON_INFER_FUNC_REG(SplitD, SplitInfer);

IMPLEMT_COMMON_INFERFUNC(SplitVInfer) { return InferPieces(op, GivenPieces); }
COMMON_INFER_FUNC_REG(SplitV, SplitVInfer);
COMMON_INFER_FUNC_REG(SplitVD, SplitVInfer);

}  // namespace ge
