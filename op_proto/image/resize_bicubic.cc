#include "op_proto/image/resize_bicubic.h"

#include "op_proto/image/resized.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ResizeBicubicInfer) {
  DataType type = DT_FLOAT;
  (void)op.GetAttr("dtype", type);
  const auto y = ResizedDims(op, "images");
  return y ? opdk::SetOutput(op, "y", *y, type) : GRAPH_FAILED;
}

IMPLEMT_COMMON_INFERFUNC(ResizeBicubicGradInfer) {
  return InferImageGradient(op, "grads", "original_image", opdk::InputType(op, "original_image"));
}

COMMON_INFER_FUNC_REG(ResizeBicubic, ResizeBicubicInfer);
COMMON_INFER_FUNC_REG(ResizeBicubicGrad, ResizeBicubicGradInfer);
VERIFY_FUNC_REG(ResizeBicubic, CheckCentres);
VERIFY_FUNC_REG(ResizeBicubicGrad, CheckCentres);

}  // namespace ge
