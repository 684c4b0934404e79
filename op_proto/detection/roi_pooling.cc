#include "op_proto/detection/roi_pooling.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(ROIPooling, ROIPoolingInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), rois = opdk::InputDims(op, "rois");
  const auto images = opdk::MergeDims(x, opdk::Dims(4, UNKNOWN_DIM));
  const auto regions = opdk::MergeDims(rois, {UNKNOWN_DIM, 5});
  if (!images || !regions) {
    return opdk::ReportInferError(
        op, "x " + opdk::ShapeText(x) + " and rois " + opdk::ShapeText(rois) + " are not [N, C, H, W] and [K, 5]");
  }
  return opdk::SetOutput(op, "y", {(*regions)[0], (*images)[1], op.get_attr_pooled_h(), op.get_attr_pooled_w()},
                         opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(ROIPooling, ROIPoolingVerify) {
  const int64_t height = op.get_attr_pooled_h(), width = op.get_attr_pooled_w();
  if (height < 1 || width < 1 || height > INT32_MAX || width > INT32_MAX) {
    return opdk::ReportInferError(op, "pooled_h or pooled_w is not in [1, 2^31)");
  }
  return opdk::CheckSameType(op, {"x", "rois"});
}

INFER_FUNC_REG(ROIPooling, ROIPoolingInfer);
VERIFY_FUNC_REG(ROIPooling, ROIPoolingVerify);

}  // namespace ge
