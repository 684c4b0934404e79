#include "op_proto/image/color_space.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ColorSpaceInfer) {
  const opdk::Dims dims = opdk::InputDims(op, "images");
  if (!opdk::IsUnknownRank(dims) && (dims.empty() || (dims.back() >= 0 && dims.back() != 3))) {
    return opdk::ReportInferError(op,
                                  "images has shape " + opdk::ShapeText(dims) + ", its last axis must have 3 channels");
  }
  return opdk::SetOutput(op, "y", dims, opdk::InputType(op, "images"));
}

COMMON_INFER_FUNC_REG(RGBToHSV, ColorSpaceInfer);
COMMON_INFER_FUNC_REG(HSVToRGB, ColorSpaceInfer);

}  // namespace ge
