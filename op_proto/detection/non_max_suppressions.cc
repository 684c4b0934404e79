#include "op_proto/detection/non_max_suppressions.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

graphStatus ReportPort(const Operator& op, const char* port, const opdk::Dims& is, const std::string& must) {
  return opdk::ReportInferError(op, std::string(port) + " has shape " + opdk::ShapeText(is) + ", it must be " + must);
}

// Checks boxes [n, columns] (columns -1: n) with scores [n], and `limits` of one number each. `most`: largest number of
// boxes that may be taken; -1 when it isn't known.
graphStatus CheckBoxes(const Operator& op, const char* boxes, int64_t columns,
                       std::initializer_list<const char*> limits, int64_t& most) {
  const opdk::Dims rows = opdk::InputDims(op, boxes), scores = opdk::InputDims(op, "scores");
  const auto listed = opdk::MergeDims(scores, {UNKNOWN_DIM});
  if (!listed) return ReportPort(op, "scores", scores, "a list");
  const opdk::Dims wanted = {(*listed)[0], columns < 0 ? (*listed)[0] : columns};
  const auto merged = opdk::MergeDims(wanted, rows);
  if (!merged) return ReportPort(op, boxes, rows, opdk::ShapeText(wanted));
  if (opdk::CheckOneNumber(op, limits) != GRAPH_SUCCESS) return GRAPH_FAILED;
  most = (*merged)[0];
  const auto limit = opdk::ConstInt(op, "max_output_size");
  if (limit && most >= 0) most = std::clamp<int64_t>(*limit, 0, most);
  return GRAPH_SUCCESS;
}

// Sets an output that lists the taken boxes.
graphStatus SetTaken(Operator& op, const char* output, DataType type, int64_t most) {
  TensorDesc y = op.GetOutputDesc(output);
  const Shape shape({most == 0 ? 0 : UNKNOWN_DIM});
  y.SetShape(shape);
  y.SetOriginShape(shape);
  (void)y.SetShapeRange({{0, most}});
  y.SetDataType(type);
  return op.UpdateOutputDesc(output, y);
}

// Sets an output of taken boxes; with pad_to_max_output_size it has max_output_size elements.
graphStatus SetPadded(Operator& op, const char* output, DataType type, int64_t most) {
  if (!opdk::BoolAttr(op, "pad_to_max_output_size")) return SetTaken(op, output, type, most);
  const auto limit = opdk::ConstInt(op, "max_output_size");
  return opdk::SetOutput(op, output, {limit ? std::max<int64_t>(*limit, 0) : UNKNOWN_DIM}, type);
}

graphStatus InferTaken(Operator& op, const char* boxes, int64_t columns, std::initializer_list<const char*> limits) {
  int64_t most = UNKNOWN_DIM;
  if (CheckBoxes(op, boxes, columns, limits, most) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetTaken(op, "selected_indices", DT_INT32, most);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionInfer) { return InferTaken(op, "boxes", 4, {"max_output_size"}); }
IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionV2Infer) {
  return InferTaken(op, "boxes", 4, {"max_output_size", "iou_threshold"});
}
IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionV3Infer) {
  return InferTaken(op, "boxes", 4, {"max_output_size", "iou_threshold", "score_threshold"});
}
IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionV4Infer) {
  const auto limits = {"max_output_size", "iou_threshold", "score_threshold"};
  int64_t most = UNKNOWN_DIM;
  if (CheckBoxes(op, "boxes", 4, limits, most) != GRAPH_SUCCESS ||
      SetPadded(op, "selected_indices", DT_INT32, most) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "valid_outputs", {}, DT_INT32);
}
IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionV5Infer) {
  const auto limits = {"max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma"};
  int64_t most = UNKNOWN_DIM;
  if (CheckBoxes(op, "boxes", 4, limits, most) != GRAPH_SUCCESS ||
      SetPadded(op, "selected_indices", DT_INT32, most) != GRAPH_SUCCESS ||
      SetPadded(op, "selected_scores", opdk::InputType(op, "scores"), most) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "valid_outputs", {}, DT_INT32);
}
IMPLEMT_COMMON_INFERFUNC(NonMaxSuppressionWithOverlapsInfer) {
  return InferTaken(op, "overlaps", -1, {"max_output_size", "overlap_threshold", "score_threshold"});
}

COMMON_INFER_FUNC_REG(NonMaxSuppression, NonMaxSuppressionInfer);
COMMON_INFER_FUNC_REG(NonMaxSuppressionV2, NonMaxSuppressionV2Infer);
COMMON_INFER_FUNC_REG(NonMaxSuppressionV3, NonMaxSuppressionV3Infer);
COMMON_INFER_FUNC_REG(NonMaxSuppressionV4, NonMaxSuppressionV4Infer);
COMMON_INFER_FUNC_REG(NonMaxSuppressionV5, NonMaxSuppressionV5Infer);
COMMON_INFER_FUNC_REG(NonMaxSuppressionWithOverlaps, NonMaxSuppressionWithOverlapsInfer);

IMPLEMT_VERIFIER(NonMaxSuppressionV3, NonMaxSuppressionV3Verify) { return opdk::CheckFlag(op, "offset"); }
VERIFY_FUNC_REG(NonMaxSuppressionV3, NonMaxSuppressionV3Verify);

IMPLEMT_VERIFIER(NonMaxSuppressionV5, NonMaxSuppressionV5Verify) {
  const DataType type = op.get_attr_T();
  if (type == opdk::InputType(op, "scores")) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "T is " + opdk::TypeText(type) + ", not the dtype of scores");
}
VERIFY_FUNC_REG(NonMaxSuppressionV5, NonMaxSuppressionV5Verify);

// Only the values say the number of rows; the range says for how many there is memory.
IMPLEMT_INFERFUNC(NonMaxSuppressionV6, NonMaxSuppressionV6Infer) {
  const opdk::Dims boxes = opdk::InputDims(op, "boxes"), scores = opdk::InputDims(op, "scores");
  const auto boxes_wanted = opdk::MergeDims(boxes, {UNKNOWN_DIM, UNKNOWN_DIM, 4});
  const auto scores_wanted = opdk::MergeDims(scores, {UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM});
  if (!boxes_wanted || !scores_wanted ||
      !opdk::MergeDims({(*boxes_wanted)[0], (*boxes_wanted)[1]}, {(*scores_wanted)[0], (*scores_wanted)[2]})) {
    return opdk::ReportInferError(op, "boxes " + opdk::ShapeText(boxes) + " and scores " + opdk::ShapeText(scores) +
                                          " are not [batches, boxes, 4] and [batches, classes, boxes]");
  }
  if (opdk::CheckOneNumber(op, {"max_output_size", "iou_threshold", "score_threshold"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  int64_t most = opdk::ExtentProduct(*scores_wanted);
  if (opdk::HasInput(op, "max_output_size")) {
    const auto limit = opdk::ConstInt(op, "max_output_size");
    if (limit && most > 0) {
      const int64_t boxes_taken = std::clamp<int64_t>(*limit, 0, (*scores_wanted)[2]);
      most = (*scores_wanted)[0] * (*scores_wanted)[1] * boxes_taken;
    }
  } else {
    most = 0;
  }
  const int64_t limit = op.get_attr_max_boxes_size();
  if (limit > 0 && most > limit) most = limit;
  TensorDesc y = op.get_output_desc_selected_indices();
  const Shape shape({most == 0 ? 0 : UNKNOWN_DIM, 3});
  y.SetShape(shape);
  y.SetOriginShape(shape);
  (void)y.SetShapeRange({{0, most}, {3, 3}});
  y.SetDataType(DT_INT32);
  return op.update_output_desc_selected_indices(y);
}

IMPLEMT_VERIFIER(NonMaxSuppressionV6, NonMaxSuppressionV6Verify) {
  if (opdk::CheckFlag(op, "center_point_box") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckSameType(op, {"boxes", "scores"});
}

INFER_FUNC_REG(NonMaxSuppressionV6, NonMaxSuppressionV6Infer);
VERIFY_FUNC_REG(NonMaxSuppressionV6, NonMaxSuppressionV6Verify);

}  // namespace ge
