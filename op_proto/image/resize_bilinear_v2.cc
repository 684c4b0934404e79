#include "op_proto/image/resize_bilinear_v2.h"

#include "op_proto/image/resized.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ResizeBilinearV2Infer) {
  DataType type = DT_FLOAT;
  (void)op.GetAttr("dtype", type);
  const auto y = ResizedDims(op, "x");
  return y ? opdk::SetOutput(op, "y", *y, type) : GRAPH_FAILED;
}

IMPLEMT_COMMON_INFERFUNC(ResizeBilinearV2DInfer) {
  const auto y = ResizedDims(op, "x");
  return y ? opdk::SetOutput(op, "y", *y, DT_FLOAT) : GRAPH_FAILED;
}

IMPLEMT_COMMON_INFERFUNC(ResizeBilinearV2GradInfer) {
  return InferImageGradient(op, "grads", "original_image", DT_FLOAT);
}

COMMON_INFER_FUNC_REG(ResizeBilinearV2, ResizeBilinearV2Infer);
COMMON_INFER_FUNC_REG(ResizeBilinearV2D, ResizeBilinearV2DInfer);
COMMON_INFER_FUNC_REG(ResizeBilinearV2Grad, ResizeBilinearV2GradInfer);
VERIFY_FUNC_REG(ResizeBilinearV2, CheckCentres);
VERIFY_FUNC_REG(ResizeBilinearV2D, CheckCentres);
VERIFY_FUNC_REG(ResizeBilinearV2Grad, CheckCentres);

}  // namespace ge
