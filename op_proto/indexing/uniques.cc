#include "op_proto/indexing/uniques.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

// Value of UniqueConsecutive's axis that stands for no axis.
constexpr int64_t kAllAxes = 1000;

// Sets an output with one extent that depends on values; `most` is its upper bound (-1: unknown).
graphStatus SetCounted(Operator& op, const char* output, const opdk::Dims& dims, DataType type, int64_t most) {
  TensorDesc desc = op.GetOutputDesc(output);
  desc.SetShape(Shape(dims));
  desc.SetOriginShape(Shape(dims));
  std::vector<std::pair<int64_t, int64_t>> range;
  for (const int64_t extent : dims) range.emplace_back(extent < 0 ? 0 : extent, extent < 0 ? most : extent);
  if (!opdk::IsUnknownRank(dims)) (void)desc.SetShapeRange(range);
  desc.SetDataType(type);
  return op.UpdateOutputDesc(output, desc);
}

// Slices of x along `axis`, an input or attribute of at most one element. y: y's shape; count: number of x's slices;
// most: largest number of y's slices (-1: unknown).
struct Slices {
  opdk::Dims y = opdk::kUnknownRank;
  int64_t count = UNKNOWN_DIM, most = UNKNOWN_DIM;
};

Slices Elements(const opdk::Dims& x) {
  Slices slices{{UNKNOWN_DIM}};
  if (!opdk::IsUnknownRank(x)) slices.count = slices.most = opdk::ExtentProduct(x);
  return slices;
}

Slices AlongAxis(const opdk::Dims& x, int64_t axis) {
  if (opdk::IsUnknownRank(x)) return {};
  const auto at = static_cast<size_t>(*opdk::NormalizeAxis(axis, static_cast<int64_t>(x.size())));
  Slices slices{x, x[at], x[at]};
  slices.y[at] = UNKNOWN_DIM;
  // Another unknown extent has another bound.
  if (std::count(slices.y.begin(), slices.y.end(), UNKNOWN_DIM) > 1) slices.most = UNKNOWN_DIM;
  return slices;
}

// Returns the slices along input `axis`; reports an axis that x doesn't have.
std::optional<Slices> SlicesOfInput(const Operator& op) {
  const opdk::Dims x = opdk::InputDims(op, "x"), shape = opdk::InputDims(op, "axis");
  const int64_t axes = opdk::ExtentProduct(shape);
  if (axes == 0) return Elements(x);
  if (opdk::CheckOneNumber(op, {"axis"}) != GRAPH_SUCCESS) return std::nullopt;
  const auto axis = opdk::ConstInt(op, "axis");
  const bool known = !opdk::IsUnknownRank(x);
  if (axis && known && !opdk::CheckedAxis(op, "axis", *axis, x)) return std::nullopt;
  if (axis) return AlongAxis(x, *axis);
  Slices slices;
  if (known && (axes == 1 || x.size() == 1)) slices.y.assign(x.size(), UNKNOWN_DIM);
  return slices;
}

graphStatus SetUnique(Operator& op, const Slices& slices) {
  return SetCounted(op, "y", slices.y, opdk::InputType(op, "x"), slices.most);
}

graphStatus CheckIndexType(const Operator& op, DataType type) {
  if (type == DT_INT64 || type == DT_INT32) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "out_idx is " + opdk::TypeText(type) + ", it must be DT_INT32 or DT_INT64");
}

// Returns x's elements as slices; reports an x that isn't a list.
std::optional<Slices> SlicesOfList(const Operator& op) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x) || x.size() == 1) return Elements(x);
  (void)opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " is not a list");
  return std::nullopt;
}

// Sets an output that has the shape `dims` when `asked` for, else no elements.
graphStatus SetAsked(Operator& op, const char* output, bool asked, const opdk::Dims& dims) {
  return opdk::SetOutput(op, output, asked ? dims : opdk::Dims{0}, DT_INT64);
}
graphStatus SetCountsAsked(Operator& op, const char* output, const Slices& slices) {
  if (!opdk::BoolAttr(op, "return_counts")) return opdk::SetOutput(op, output, {0}, DT_INT64);
  return SetCounted(op, output, {UNKNOWN_DIM}, DT_INT64, slices.count);
}

}  // namespace

IMPLEMT_INFERFUNC(Unique, UniqueInfer) {
  const auto slices = SlicesOfList(op);
  if (!slices || SetUnique(op, *slices) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "idx", {slices->count}, op.get_attr_out_idx());
}
IMPLEMT_VERIFIER(Unique, UniqueVerify) { return CheckIndexType(op, op.get_attr_out_idx()); }

IMPLEMT_INFERFUNC(UniqueWithCounts, UniqueWithCountsInfer) {
  const auto slices = SlicesOfList(op);
  const DataType type = op.get_attr_out_idx();
  if (!slices || SetUnique(op, *slices) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (SetCounted(op, "count", {UNKNOWN_DIM}, type, slices->count) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "idx", {slices->count}, type);
}
IMPLEMT_VERIFIER(UniqueWithCounts, UniqueWithCountsVerify) { return CheckIndexType(op, op.get_attr_out_idx()); }

IMPLEMT_INFERFUNC(UniqueExt2, UniqueExt2Infer) {
  const auto slices = SlicesOfInput(op);
  if (!slices || SetUnique(op, *slices) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "idx", {slices->count}, op.get_attr_out_idx());
}
IMPLEMT_VERIFIER(UniqueExt2, UniqueExt2Verify) { return CheckIndexType(op, op.get_attr_out_idx()); }

IMPLEMT_INFERFUNC(UniqueWithCountsExt2, UniqueWithCountsExt2Infer) {
  const auto slices = SlicesOfInput(op);
  if (!slices || SetUnique(op, *slices) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = op.get_attr_out_idx();
  const bool inverse = op.get_attr_return_inverse();
  const opdk::Dims counted = {UNKNOWN_DIM}, all = {slices->count};
  const bool set = SetCounted(op, "count", counted, type, slices->count) == GRAPH_SUCCESS &&
                   SetCounted(op, "idx", inverse ? counted : all, type, slices->count) == GRAPH_SUCCESS &&
                   SetCounted(op, "inverse_idx", inverse ? all : opdk::Dims{0}, type, slices->count) == GRAPH_SUCCESS;
  return set ? GRAPH_SUCCESS : GRAPH_FAILED;
}
IMPLEMT_VERIFIER(UniqueWithCountsExt2, UniqueWithCountsExt2Verify) { return CheckIndexType(op, op.get_attr_out_idx()); }

IMPLEMT_INFERFUNC(UniqueConsecutive, UniqueConsecutiveInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const int64_t axis = op.get_attr_axis();
  const bool all = axis == kAllAxes;
  if (!all && !opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", axis, x)) return GRAPH_FAILED;
  const Slices slices = all ? Elements(x) : AlongAxis(x, axis);
  if (SetUnique(op, slices) != GRAPH_SUCCESS || SetCountsAsked(op, "count", slices) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return SetAsked(op, "idx", op.get_attr_return_idx(), all ? x : opdk::Dims{slices.count});
}

IMPLEMT_INFERFUNC(UniqueWithCountsAndSorting, UniqueWithCountsAndSortingInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const Slices slices = Elements(x);
  if (SetUnique(op, slices) != GRAPH_SUCCESS || SetCountsAsked(op, "counts", slices) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return SetAsked(op, "indices", op.get_attr_return_inverse(), x);
}

INFER_FUNC_REG(Unique, UniqueInfer);
VERIFY_FUNC_REG(Unique, UniqueVerify);
INFER_FUNC_REG(UniqueWithCounts, UniqueWithCountsInfer);
VERIFY_FUNC_REG(UniqueWithCounts, UniqueWithCountsVerify);
INFER_FUNC_REG(UniqueExt2, UniqueExt2Infer);
VERIFY_FUNC_REG(UniqueExt2, UniqueExt2Verify);
INFER_FUNC_REG(UniqueWithCountsExt2, UniqueWithCountsExt2Infer);
VERIFY_FUNC_REG(UniqueWithCountsExt2, UniqueWithCountsExt2Verify);
INFER_FUNC_REG(UniqueConsecutive, UniqueConsecutiveInfer);
INFER_FUNC_REG(UniqueWithCountsAndSorting, UniqueWithCountsAndSortingInfer);

}  // namespace ge
