#include "op_proto/detection/roi_align.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(ROIAlign, ROIAlignInfer) {
  const opdk::Dims features = opdk::InputDims(op, "features"), rois = opdk::InputDims(op, "rois");
  const auto images = opdk::MergeDims(features, opdk::Dims(4, UNKNOWN_DIM));
  const auto regions = opdk::MergeDims(rois, {UNKNOWN_DIM, 5});
  if (!images || !regions) {
    return opdk::ReportInferError(op, "features " + opdk::ShapeText(features) + " and rois " + opdk::ShapeText(rois) +
                                          " are not [N, C, H, W] and [K, 5]");
  }
  return opdk::SetOutput(op, "y",
                         {(*regions)[0], (*images)[1], op.get_attr_pooled_height(), op.get_attr_pooled_width()},
                         opdk::InputType(op, "features"));
}

IMPLEMT_VERIFIER(ROIAlign, ROIAlignVerify) {
  const int64_t height = op.get_attr_pooled_height(), width = op.get_attr_pooled_width();
  const int64_t samples = op.get_attr_sample_num(), mode = op.get_attr_roi_end_mode();
  const std::string pool = opdk::StringAttr(op, "pool_mode");
  if (height < 1 || width < 1 || height > INT32_MAX || width > INT32_MAX) {
    return opdk::ReportInferError(op, "pooled_height or pooled_width is not in [1, 2^31)");
  }
  if (samples < 0 || samples > 1000) return opdk::ReportInferError(op, "sample_num is not in [0, 1000]");
  if (mode < 0 || mode > 3) return opdk::ReportInferError(op, "roi_end_mode is not in [0, 3]");
  if (pool != "avg" && pool != "max") return opdk::ReportInferError(op, "pool_mode '" + pool + "' is not avg or max");
  return opdk::CheckSameType(op, {"features", "rois"});
}

INFER_FUNC_REG(ROIAlign, ROIAlignInfer);
VERIFY_FUNC_REG(ROIAlign, ROIAlignVerify);

}  // namespace ge
