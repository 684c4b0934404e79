#include "op_proto/detection/iou.h"

#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {

namespace {

// Returns the number of boxes, -1 when it isn't known; reports an input that isn't [n, 4].
std::optional<int64_t> ListedBoxes(const Operator& op, const char* input) {
  const opdk::Dims boxes = opdk::InputDims(op, input);
  if (opdk::IsUnknownRank(boxes)) return UNKNOWN_DIM;
  if (boxes.size() == 2 && (boxes[1] == 4 || boxes[1] < 0)) return boxes[0];
  opdk::ReportInferError(op, std::string(input) + " " + opdk::ShapeText(boxes) + " is no list of boxes [n, 4]");
  return std::nullopt;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(IouInfer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "iou" && mode != "iof") return opdk::ReportInferError(op, "mode is \"" + mode + "\", not iou or iof");
  const auto boxes = ListedBoxes(op, "bboxes"), others = ListedBoxes(op, "gtboxes");
  if (!boxes || !others) return GRAPH_FAILED;
  bool aligned = false;
  (void)op.GetAttr("aligned", aligned);
  opdk::Dims overlap = {*others, *boxes};
  if (aligned) {
    const auto count = opdk::MergeDims({*boxes}, {*others});
    if (!count) {
      return opdk::ReportInferError(
          op, std::to_string(*boxes) + " bboxes can't be aligned with " + std::to_string(*others) + " gtboxes");
    }
    overlap = {count->front(), 1};
  }
  return opdk::SetOutput(op, "overlap", overlap, opdk::InputType(op, "bboxes"));
}
static graphStatus IouVerify(const Operator& op) { return opdk::CheckSameType(op, {"bboxes", "gtboxes"}); }
COMMON_INFER_FUNC_REG(Iou, IouInfer);
VERIFY_FUNC_REG(Iou, IouVerify);

}  // namespace ge
