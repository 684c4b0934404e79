#include "op_proto/indexing/segments.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

namespace {

// Infers y with `segments` rows (-1: not known).
graphStatus InferSegments(Operator& op, int64_t segments) {
  const opdk::Dims x = opdk::InputDims(op, "x"), ids = opdk::InputDims(op, "segment_ids");
  const DataType type = opdk::InputType(op, "x");
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(ids)) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  const auto rank = static_cast<std::ptrdiff_t>(std::min(ids.size(), x.size()));
  if (ids.size() > x.size() || !opdk::MergeDims(opdk::Dims(x.begin(), x.begin() + rank), ids)) {
    return opdk::ReportInferError(
        op, "segment_ids " + opdk::ShapeText(ids) + " is not the first axes of x, " + opdk::ShapeText(x));
  }
  opdk::Dims y = {segments};
  y.insert(y.end(), x.begin() + rank, x.end());
  return opdk::SetOutput(op, "y", y, type);
}

graphStatus InferUnsorted(Operator& op) {
  if (opdk::CheckOneNumber(op, {"num_segments"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto segments = opdk::ConstInt(op, "num_segments");
  if (segments && *segments < 0) {
    return opdk::ReportInferError(op, "num_segments is " + std::to_string(*segments) + ", it must not be below 0");
  }
  return InferSegments(op, segments.value_or(-1));
}

graphStatus InferSorted(Operator& op) {
  const opdk::Dims shape = opdk::InputDims(op, "segment_ids");
  if (!opdk::IsUnknownRank(shape) && shape.size() != 1) {
    return opdk::ReportInferError(op, "segment_ids " + opdk::ShapeText(shape) + " is not a list");
  }
  const auto ids = opdk::ConstInts(op, "segment_ids");
  if (!ids) return InferSegments(op, -1);
  int64_t before = 0;
  for (int64_t id : *ids) {
    if (id < before) {
      return opdk::ReportInferError(
          op, "segment_ids has " + std::to_string(id) + ", which must not be below " + std::to_string(before));
    }
    before = id;
  }
  if (before == std::numeric_limits<int64_t>::max()) {
    return opdk::ReportInferError(op, "segment_ids has " + std::to_string(before) + ", which no row can follow");
  }
  return InferSegments(op, ids->empty() ? 0 : before + 1);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(UnsortedSegmentsInfer) { return InferUnsorted(op); }
IMPLEMT_COMMON_INFERFUNC(SortedSegmentsInfer) { return InferSorted(op); }

COMMON_INFER_FUNC_REG(UnsortedSegmentSum, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentSumD, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentMax, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentMaxD, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentMin, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentMinD, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentProd, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(UnsortedSegmentProdD, UnsortedSegmentsInfer);
COMMON_INFER_FUNC_REG(SegmentSum, SortedSegmentsInfer);
COMMON_INFER_FUNC_REG(SegmentMax, SortedSegmentsInfer);
COMMON_INFER_FUNC_REG(SegmentMaxD, SortedSegmentsInfer);

}  // namespace ge
