#include "op_proto/indexing/unique_with_counts_ext2.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "opdk/infer.h"

namespace ge {
namespace {

// An output of which one extent is known to the values alone; `most` bounds it (-1: unknown).
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

}  // namespace

IMPLEMT_INFERFUNC(UniqueWithCountsExt2, UniqueWithCountsExt2Infer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), shape = opdk::InputDims(op, "axis");
  const bool known = !opdk::IsUnknownRank(x);
  const int64_t axes = opdk::ExtentProduct(shape);
  if (axes > 1) return opdk::ReportInferError(op, "axis has shape " + opdk::ShapeText(shape) + ", not one element");
  const auto axis = opdk::ConstInt(op, "axis");
  if (axis && known && !opdk::CheckedAxis(op, "axis", *axis, x)) return GRAPH_FAILED;
  opdk::Dims y = opdk::kUnknownRank;
  if (axes == 0 || x.size() == 1) y = {UNKNOWN_DIM};
  if (axes == 1 && known) y.assign(x.size(), UNKNOWN_DIM);
  if (axes != 0 && !known) y = opdk::kUnknownRank;
  int64_t slices = UNKNOWN_DIM, most = UNKNOWN_DIM;
  if (known && axes == 0) slices = most = opdk::ExtentProduct(x);
  if (known && axis) {
    const auto at = static_cast<size_t>(*opdk::NormalizeAxis(*axis, static_cast<int64_t>(x.size())));
    y = x;
    slices = most = x[at];
    y[at] = UNKNOWN_DIM;
    // Another unknown extent has another bound.
    if (std::count(y.begin(), y.end(), UNKNOWN_DIM) > 1) most = UNKNOWN_DIM;
  }
  const DataType type = op.get_attr_out_idx();
  const bool inverse = op.get_attr_return_inverse();
  const opdk::Dims counted = {UNKNOWN_DIM};
  const bool set = SetCounted(op, "y", y, opdk::InputType(op, "x"), most) == GRAPH_SUCCESS &&
                   SetCounted(op, "count", counted, type, slices) == GRAPH_SUCCESS &&
                   SetCounted(op, "idx", inverse ? counted : opdk::Dims{slices}, type, slices) == GRAPH_SUCCESS &&
                   SetCounted(op, "inverse_idx", {inverse ? slices : 0}, type, slices) == GRAPH_SUCCESS;
  return set ? GRAPH_SUCCESS : GRAPH_FAILED;
}

IMPLEMT_VERIFIER(UniqueWithCountsExt2, UniqueWithCountsExt2Verify) {
  const DataType type = op.get_attr_out_idx();
  if (type == DT_INT64 || type == DT_INT32) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "out_idx is " + opdk::TypeText(type) + ", it must be DT_INT32 or DT_INT64");
}

INFER_FUNC_REG(UniqueWithCountsExt2, UniqueWithCountsExt2Infer);
VERIFY_FUNC_REG(UniqueWithCountsExt2, UniqueWithCountsExt2Verify);

}  // namespace ge
