#include "op_proto/indexing/unsorted_segment_sum.h"

#include <algorithm>

#include "opdk/infer.h"

namespace ge {

namespace {

// `segments`: -1 when not known.
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

graphStatus RefuseSegments(const Operator& op, int64_t segments) {
  return opdk::ReportInferError(op, "num_segments is " + std::to_string(segments) + ", it must not be below 0");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(UnsortedSegmentSumInfer) {
  const auto segments = opdk::ConstInt(op, "num_segments");
  if (segments && *segments < 0) return RefuseSegments(op, *segments);
  return InferSegments(op, segments.value_or(-1));
}
COMMON_INFER_FUNC_REG(UnsortedSegmentSum, UnsortedSegmentSumInfer);

IMPLEMT_COMMON_INFERFUNC(UnsortedSegmentSumDInfer) {
  const int64_t segments = opdk::IntAttr(op, "num_segments");
  return segments < 0 ? RefuseSegments(op, segments) : InferSegments(op, segments);
}
COMMON_INFER_FUNC_REG(UnsortedSegmentSumD, UnsortedSegmentSumDInfer);

}  // namespace ge
