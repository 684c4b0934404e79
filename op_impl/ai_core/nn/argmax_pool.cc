// Maxima of images [N, H, W, C] and where in their image they are.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/image_pooling.h"

namespace tbe {
namespace {

// Returns an element's number in its image.
Expr PlaceOf(const Tensor& x, const std::vector<Expr>& i) { return (i[1] * extent(x, 2) + i[2]) * extent(x, 3) + i[3]; }

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
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr&,
                         const std::vector<Expr>& i) {
    return select(holds && equal(at(argmax, at_window), PlaceOf(x, i)), at(grad, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, x.shape(), grad, value), op.OutputDtype("y"))};
}

std::vector<Tensor> MaxPoolGradGradWithArgmaxCompute(const OpParams& op) {
  const Tensor grad = op.Input("grad"), argmax = cast_to(op.Input("argmax"), ge::DT_INT64);
  return {compute(argmax.shape(), [&](const std::vector<Expr>& i) {
    const Expr columns = extent(grad, 2), channels = extent(grad, 3);
    const Expr places = extent(grad, 1) * columns * channels, given = at(argmax, i);
    const Expr place = max(min(given, places - 1), 0);
    const Expr pixel = place / channels, row = pixel / columns;
    return select(given >= 0 && given < places, at(grad, {i[0], row, pixel - row * columns, place - pixel * channels}),
                  0);
  })};
}

REGISTER_OP_COMPUTE(MaxPoolWithArgmax, MaxPoolWithArgmaxCompute);
REGISTER_OP_COMPUTE(MaxPoolGradWithArgmax, MaxPoolGradWithArgmaxCompute);
REGISTER_OP_COMPUTE(MaxPoolGradGradWithArgmax, MaxPoolGradGradWithArgmaxCompute);

}  // namespace
}  // namespace tbe
