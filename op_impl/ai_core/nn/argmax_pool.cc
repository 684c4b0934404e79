// Maxima of images [N, H, W, C] and where in their image they are.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/image_pooling.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

// Returns an element's number in its image.
Expr PlaceOf(const Tensor& x, const std::vector<Expr>& i) { return (i[1] * extent(x, 2) + i[2]) * extent(x, 3) + i[3]; }

int64_t PlacesOf(const Tensor& x) { return x.shape()[1] * x.shape()[2] * x.shape()[3]; }

// Returns which element of its window each argmax names, counted row by row. -1: an element outside of the window.
Tensor NumbersInWindows(const Tensor& x, const ImageWindow& window, const Tensor& argmax) {
  return compute(argmax.shape(), [&](const std::vector<Expr>& i) {
    const Expr columns = extent(x, 2), channels = extent(x, 3);
    const Expr place = max(min(at(argmax, i), extent(x, 1) * columns * channels - 1), 0);
    const Expr pixel = place / channels, row = pixel / columns;
    const Expr down = row - i[1] * window.strides[0] + window.pads_begin[0];
    const Expr right = pixel - row * columns - i[2] * window.strides[1] + window.pads_begin[1];
    const Expr holds = equal(place - pixel * channels, i[3]) && down >= 0 && down < window.kernel[0] && right >= 0 &&
                       right < window.kernel[1];
    return select(holds, down * window.kernel[1] + right, -1);
  });
}

std::vector<Tensor> MaxPoolWithArgmaxCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const ImageWindow window = ImageWindowOf(op, x.shape(), op.OutputShape("y"));
  const Tensor y = MaxOfImages(op, x, window), hits = FirstHits(window, x, y);
  const Tensor argmax =
      compute(y.shape(), [&](const std::vector<Expr>& i) { return PlaceOf(x, PixelOf(window, i, at(hits, i))); });
  return {y, cast_to(argmax, op.OutputDtype("argmax"))};
}

std::vector<Tensor> MaxPoolGradWithArgmaxCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), grad = Widen(op.Input("grad")), argmax = cast_to(op.Input("argmax"), ge::DT_INT64);
  const ImageWindow window = ImageWindowOf(op, x.shape(), grad.shape());
  require_inside(argmax, "argmax", {PlacesOf(x)});
  require_inside(NumbersInWindows(x, window, argmax), "argmax, counted in its window",
                 {window.kernel[0] * window.kernel[1]});
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr&,
                         const std::vector<Expr>& i) {
    return select(holds && equal(at(argmax, at_window), PlaceOf(x, i)), at(grad, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, x.shape(), grad, value), op.OutputDtype("y"))};
}

std::vector<Tensor> MaxPoolGradGradWithArgmaxCompute(const OpParams& op) {
  const Tensor grad = op.Input("grad"), argmax = cast_to(op.Input("argmax"), ge::DT_INT64);
  require_inside(argmax, "argmax", {PlacesOf(grad)});
  return {compute(argmax.shape(), [&](const std::vector<Expr>& i) {
    const Expr columns = extent(grad, 2), channels = extent(grad, 3);
    const Expr place = max(min(at(argmax, i), extent(grad, 1) * columns * channels - 1), 0);
    const Expr pixel = place / channels, row = pixel / columns;
    return at(grad, {i[0], row, pixel - row * columns, place - pixel * channels});
  })};
}

REGISTER_OP_COMPUTE(MaxPoolWithArgmax, MaxPoolWithArgmaxCompute);
REGISTER_OP_COMPUTE(MaxPoolGradWithArgmax, MaxPoolGradWithArgmaxCompute);
REGISTER_OP_COMPUTE(MaxPoolGradGradWithArgmax, MaxPoolGradGradWithArgmaxCompute);

}  // namespace
}  // namespace tbe
