// The nearest elements of images.
#include "op_impl/ai_core/common/image_scale.h"

namespace tbe {
namespace {

std::vector<Tensor> ResizeNearestCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims& y = op.OutputShape("y");
  const bool half = op.Bool("half_pixel_centers"), align = op.Bool("align_corners");
  return {compute(y, [&](std::vector<Expr> i) {
    for (const size_t axis : {size_t{1}, size_t{2}}) {
      const Expr place = ScaledPlace(i[axis], half ? 0.5 : 0, ImageScaleOf(op, x.shape()[axis], y[axis]));
      const Expr nearest = align ? floor(cast(place, ge::DT_DOUBLE) + 0.5, ge::DT_INT64) : floor(place, ge::DT_INT64);
      i[axis] = Inside(nearest, x, static_cast<int64_t>(axis));
    }
    return at(x, i);
  })};
}

REGISTER_OP_COMPUTE(ResizeNearestNeighborV2, ResizeNearestCompute);
REGISTER_OP_COMPUTE(ResizeNearestNeighborV2D, ResizeNearestCompute);
REGISTER_CHECK_SUPPORT(ResizeNearestNeighborV2, RefuseNchwX);
REGISTER_CHECK_SUPPORT(ResizeNearestNeighborV2D, RefuseNchwX);

}  // namespace
}  // namespace tbe
