// Images linear in both axes between their elements.
#include "op_impl/ai_core/common/image_scale.h"

namespace tbe {
namespace {

// Returns float where float holds all values of the dtype, else double.
DataType LinearType(DataType dtype) {
  const bool wide = dtype == ge::DT_DOUBLE || dtype == ge::DT_INT32 || dtype == ge::DT_INT64;
  return wide ? ge::DT_DOUBLE : ge::DT_FLOAT;
}

std::vector<Tensor> ResizeBilinearCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims& y = op.OutputShape("y");
  const bool half = op.Bool("half_pixel_centers");
  const DataType type = LinearType(x.dtype());
  const Tensor resized = compute(y, [&](const std::vector<Expr>& i) {
    std::vector<Expr> low, high, share;
    for (const size_t axis : {size_t{1}, size_t{2}}) {
      const Expr centre = ScaledPlace(i[axis], half ? 0.5 : 0, ImageScaleOf(op, x.shape()[axis], y[axis]));
      const Expr place = half ? centre - 0.5 : centre, left = floor(place, ge::DT_FLOAT);
      low.push_back(Inside(cast(left, ge::DT_INT64), x, static_cast<int64_t>(axis)));
      high.push_back(Inside(cast(left, ge::DT_INT64) + 1, x, static_cast<int64_t>(axis)));
      share.push_back(cast(place - left, type));
    }
    const auto row = [&](const Expr& at_row) {
      const auto value = [&](const Expr& column) { return cast(at(x, {i[0], at_row, column, i[3]}), type); };
      return Mixed(value(low[1]), value(high[1]), share[1]);
    };
    return Mixed(row(low[0]), row(high[0]), share[0]);
  });
  return {cast_to(resized, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(ResizeBilinearV2, ResizeBilinearCompute);
REGISTER_OP_COMPUTE(ResizeBilinearV2D, ResizeBilinearCompute);
REGISTER_CHECK_SUPPORT(ResizeBilinearV2, RefuseNchwX);
REGISTER_CHECK_SUPPORT(ResizeBilinearV2D, RefuseNchwX);

}  // namespace
}  // namespace tbe
