#include "op_proto/array/gather.h"

#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::ShapeText;

namespace {

// Infers y. `axis`: nothing when only the run knows it.
graphStatus InferGathered(Operator& op, std::optional<int64_t> axis, int64_t batch_dims) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x"), indices = opdk::InputDims(op, "indices");
  if (IsUnknownRank(x) || IsUnknownRank(indices)) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  const auto rank = static_cast<int64_t>(indices.size());
  if (batch_dims < -rank || batch_dims > rank) {
    return ReportInferError(
        op, "batch_dims " + std::to_string(batch_dims) + " is more than indices " + ShapeText(indices) + " have");
  }
  const auto count = static_cast<size_t>(batch_dims < 0 ? batch_dims + rank : batch_dims);
  if (!axis && x.empty()) return ReportInferError(op, "x is a scalar, which has no axis");
  if (!axis) return opdk::SetOutput(op, "y", Dims(x.size() - 1 + indices.size() - count, UNKNOWN_DIM), type);
  const auto checked = opdk::CheckedAxis(op, "axis", *axis, x);
  if (!checked) return GRAPH_FAILED;
  const auto at = static_cast<size_t>(*checked);
  if (count > at) {
    return ReportInferError(op,
                            "axis " + std::to_string(at) + " is among the " + std::to_string(count) + " of the batch");
  }
  const auto batches = opdk::MergeDims(Dims(x.begin(), x.begin() + static_cast<int64_t>(count)),
                                       Dims(indices.begin(), indices.begin() + static_cast<int64_t>(count)));
  if (!batches) {
    return ReportInferError(op, "x " + ShapeText(x) + " and indices " + ShapeText(indices) + " differ in the first " +
                                    std::to_string(count) + " axes, the batch");
  }
  Dims y = *batches;
  y.insert(y.end(), x.begin() + static_cast<int64_t>(count), x.begin() + *checked);
  y.insert(y.end(), indices.begin() + static_cast<int64_t>(count), indices.end());
  y.insert(y.end(), x.begin() + *checked + 1, x.end());
  return opdk::SetOutput(op, "y", y, type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(GatherInfer) {
  const int64_t batch_dims = opdk::IntAttr(op, "batch_dims");
  const auto rank = static_cast<int64_t>(opdk::InputDims(op, "indices").size());
  return InferGathered(op, batch_dims < 0 ? batch_dims + rank : batch_dims, batch_dims);
}
COMMON_INFER_FUNC_REG(Gather, GatherInfer);

IMPLEMT_COMMON_INFERFUNC(GatherV2Infer) {
  if (opdk::CheckOneNumber(op, {"axis"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto axis = opdk::ConstInts(op, "axis");
  return InferGathered(op, axis ? std::optional(axis->front()) : std::nullopt, opdk::IntAttr(op, "batch_dims"));
}
COMMON_INFER_FUNC_REG(GatherV2, GatherV2Infer);

IMPLEMT_COMMON_INFERFUNC(GatherV2DInfer) { return InferGathered(op, opdk::IntAttr(op, "axis"), 0); }
COMMON_INFER_FUNC_REG(GatherV2D, GatherV2DInfer);

INFER_VALUE_RANGE_DEFAULT_REG(GatherV2);
INFER_VALUE_RANGE_DEFAULT_REG(GatherV2D);
INFER_VALUE_RANGE_DEFAULT_REG(Gather);

}  // namespace ge
