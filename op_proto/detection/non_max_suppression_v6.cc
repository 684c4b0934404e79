#include "op_proto/detection/non_max_suppression_v6.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "opdk/infer.h"

namespace ge {

// How many rows there are only the values say; the range says for how many memory is made.
IMPLEMT_INFERFUNC(NonMaxSuppressionV6, NonMaxSuppressionV6Infer) {
  const opdk::Dims boxes = opdk::InputDims(op, "boxes"), scores = opdk::InputDims(op, "scores");
  const auto boxes_wanted = opdk::MergeDims(boxes, {UNKNOWN_DIM, UNKNOWN_DIM, 4});
  const auto scores_wanted = opdk::MergeDims(scores, {UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM});
  if (!boxes_wanted || !scores_wanted ||
      !opdk::MergeDims({(*boxes_wanted)[0], (*boxes_wanted)[1]}, {(*scores_wanted)[0], (*scores_wanted)[2]})) {
    return opdk::ReportInferError(op, "boxes " + opdk::ShapeText(boxes) + " and scores " + opdk::ShapeText(scores) +
                                          " are not [batches, boxes, 4] and [batches, classes, boxes]");
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
