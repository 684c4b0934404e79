#include "op_proto/detection/ssd_detection_output.h"

#include "opdk/infer.h"

namespace ge {
namespace {

constexpr int64_t kMostByDefault = 1024;

// Returns the number of prior boxes along an axis that has `each` elements for each; -1: not known; -2: `each` doesn't
// divide the extent.
int64_t PriorsOf(int64_t extent, int64_t each) {
  if (extent < 0) return UNKNOWN_DIM;
  return extent % each == 0 ? extent / each : -2;
}

}  // namespace

IMPLEMT_INFERFUNC(SSDDetectionOutput, SSDDetectionOutputInfer) {
  const opdk::Dims delta = opdk::InputDims(op, "bbox_delta"), score = opdk::InputDims(op, "score"),
                   anchors = opdk::InputDims(op, "anchors");
  const auto deltas = opdk::MergeDims(delta, opdk::Dims(2, UNKNOWN_DIM));
  const auto scores = opdk::MergeDims(score, opdk::Dims(2, UNKNOWN_DIM));
  const auto boxes = opdk::MergeDims(anchors, {1, 2, UNKNOWN_DIM});
  if (!deltas || !scores || !boxes) {
    return opdk::ReportInferError(op, "bbox_delta " + opdk::ShapeText(delta) + ", score " + opdk::ShapeText(score) +
                                          " and anchors " + opdk::ShapeText(anchors) +
                                          " are not [N, deltas], [N, scores] and [1, 2, boxes]");
  }
  const int64_t classes = op.get_attr_num_classes();
  const int64_t of_delta = PriorsOf((*deltas)[1], op.get_attr_share_location() ? 4 : 4 * classes);
  const int64_t of_score = PriorsOf((*scores)[1], classes), of_anchors = PriorsOf((*boxes)[2], 4);
  const auto batch = opdk::MergeDims({(*deltas)[0]}, {(*scores)[0]});
  const auto priors = opdk::MergeDims({of_delta == -2 ? UNKNOWN_DIM : of_delta}, {of_score});
  const bool divides = of_delta != -2 && of_score != -2 && of_anchors != -2;
  if (!divides || !batch || !priors || !opdk::MergeDims(*priors, {of_anchors})) {
    return opdk::ReportInferError(op, "bbox_delta " + opdk::ShapeText(delta) + ", score " + opdk::ShapeText(score) +
                                          " and anchors " + opdk::ShapeText(anchors) +
                                          " are not of the same images and boxes");
  }
  const int64_t most = op.get_attr_keep_top_k() == -1 ? kMostByDefault : op.get_attr_keep_top_k();
  const graphStatus set = opdk::SetOutput(op, "out_boxnum", {(*batch)[0], 8}, DT_INT32);
  return set != GRAPH_SUCCESS ? set
                              : opdk::SetOutput(op, "y", {(*batch)[0], most, 8}, opdk::InputType(op, "bbox_delta"));
}

IMPLEMT_VERIFIER(SSDDetectionOutput, SSDDetectionOutputVerify) {
  const int64_t classes = op.get_attr_num_classes(), code = op.get_attr_code_type();
  const int64_t top = op.get_attr_top_k(), kept = op.get_attr_keep_top_k();
  if (classes < 1 || classes > INT32_MAX) return opdk::ReportInferError(op, "num_classes is not in [1, 2^31)");
  if (code < 1 || code > 3) return opdk::ReportInferError(op, "code_type is not 1, 2 or 3");
  if (top < -1 || kept < -1 || kept > INT32_MAX) {
    return opdk::ReportInferError(op, "top_k or keep_top_k is neither -1 (all) nor a number of boxes");
  }
  return opdk::CheckSameType(op, {"bbox_delta", "score", "anchors"});
}

INFER_FUNC_REG(SSDDetectionOutput, SSDDetectionOutputInfer);
VERIFY_FUNC_REG(SSDDetectionOutput, SSDDetectionOutputVerify);

}  // namespace ge
