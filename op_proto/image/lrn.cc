#include "op_proto/image/lrn.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(LRN, LrnInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 2) {
    return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(x) + ", it must have channels");
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(LRN, LrnVerify) {
  const int64_t radius = op.get_attr_depth_radius();
  if (radius < 0) return opdk::ReportInferError(op, "depth_radius is " + std::to_string(radius));
  const std::string region = opdk::StringAttr(op, "norm_region");
  if (region == "ACROSS_CHANNELS") return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "norm_region '" + region + "' is not supported, only ACROSS_CHANNELS is");
}

INFER_FUNC_REG(LRN, LrnInfer);
VERIFY_FUNC_REG(LRN, LrnVerify);

}  // namespace ge
