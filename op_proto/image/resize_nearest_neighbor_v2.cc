#include "op_proto/image/resize_nearest_neighbor_v2.h"

#include "op_proto/image/resized.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ResizeNearestInfer) {
  const auto y = ResizedDims(op, "x");
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x")) : GRAPH_FAILED;
}

IMPLEMT_COMMON_INFERFUNC(ResizeNearestGradInfer) {
  const auto y = ResizedDims(op, "grads");
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "grads")) : GRAPH_FAILED;
}

COMMON_INFER_FUNC_REG(ResizeNearestNeighborV2, ResizeNearestInfer);
COMMON_INFER_FUNC_REG(ResizeNearestNeighborV2D, ResizeNearestInfer);
COMMON_INFER_FUNC_REG(ResizeNearestNeighborV2Grad, ResizeNearestGradInfer);
COMMON_INFER_FUNC_REG(ResizeNearestNeighborV2GradD, ResizeNearestGradInfer);
VERIFY_FUNC_REG(ResizeNearestNeighborV2, CheckCentres);
VERIFY_FUNC_REG(ResizeNearestNeighborV2D, CheckCentres);
VERIFY_FUNC_REG(ResizeNearestNeighborV2Grad, CheckCentres);
VERIFY_FUNC_REG(ResizeNearestNeighborV2GradD, CheckCentres);

}  // namespace ge
