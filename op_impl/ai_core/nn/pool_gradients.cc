// Gradients of the pools of images: each element gathers from the windows that hold it.
#include <functional>
#include <numeric>

#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/image_pooling.h"

namespace tbe {
namespace {

std::vector<Tensor> MaxGradient(const OpParams& op, const char* x_port, const char* pooled_port, const char* grad_port,
                                const char* output) {
  const Tensor x = op.Input(x_port), grad = op.Input(grad_port);
  const ImageWindow window = ImageWindowOf(op, x.shape(), grad.shape());
  const Tensor hits = FirstHits(window, x, op.Input(pooled_port)), wide = Widen(grad);
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr& number,
                         const std::vector<Expr>&) {
    return select(holds && equal(at(hits, at_window), number), at(wide, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, x.shape(), wide, value), op.OutputDtype(output))};
}

std::vector<Tensor> MaxPoolGradCompute(const OpParams& op) { return MaxGradient(op, "x1", "x2", "grad", "y"); }
std::vector<Tensor> MaxPoolV3GradCompute(const OpParams& op) {
  return MaxGradient(op, "orig_input", "orig_output", "grad", "out_grad");
}
std::vector<Tensor> MaxPool3DGradCompute(const OpParams& op) {
  return MaxGradient(op, "orig_x", "orig_y", "grads", "y");
}

// Computes the gradient of MaxPool's gradient: in each window, grad's element at the place where x has the maximum.
std::vector<Tensor> MaxGradientGradient(const OpParams& op, const char* x_port, const char* pooled_port,
                                        const char* grad_port) {
  const Tensor x = op.Input(x_port), pooled = op.Input(pooled_port), grad = op.Input(grad_port);
  const ImageWindow window = ImageWindowOf(op, x.shape(), pooled.shape());
  const Tensor hits = FirstHits(window, x, pooled);
  const int64_t size = std::accumulate(window.kernel.begin(), window.kernel.end(), int64_t{1}, std::multiplies<>());
  return {compute(pooled.shape(), [&](const std::vector<Expr>& i) {
    const Expr number = at(hits, i);
    std::vector<Expr> pixel = PixelOf(window, i, min(number, size - 1));
    for (size_t k = 0; k < window.kernel.size(); ++k) {
      const size_t axis = window.first + k;
      pixel[axis] = max(min(pixel[axis], extent(x, static_cast<int64_t>(axis)) - 1), 0);
    }
    return select(number < size, at(grad, pixel), 0);
  })};
}

std::vector<Tensor> MaxPoolGradGradCompute(const OpParams& op) { return MaxGradientGradient(op, "x1", "x2", "grad"); }
std::vector<Tensor> MaxPool3DGradGradCompute(const OpParams& op) {
  return MaxGradientGradient(op, "orig_x", "orig_y", "grads");
}

std::vector<Tensor> MeanGradient(const OpParams& op, const char* grad_port, const char* output) {
  const Tensor grad = Widen(op.Input(grad_port));
  const Dims& image = op.OutputShape(output);
  const ImageWindow window = ImageWindowOf(op, image, grad.shape());
  const Tensor shares = SharesOfWindows(grad, window, image, CountsImageAlone(op),
                                        op.HasAttr("divisor_override") ? op.Int("divisor_override") : 0);
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr&, const std::vector<Expr>&) {
    return select(holds, at(shares, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, image, shares, value), op.OutputDtype(output))};
}

std::vector<Tensor> AvgPoolGradCompute(const OpParams& op) { return MeanGradient(op, "input_grad", "out_grad"); }
std::vector<Tensor> AvgPool3DGradCompute(const OpParams& op) { return MeanGradient(op, "grads", "output"); }

REGISTER_OP_COMPUTE(MaxPoolGrad, MaxPoolGradCompute);
REGISTER_OP_COMPUTE(MaxPoolV3Grad, MaxPoolV3GradCompute);
REGISTER_OP_COMPUTE(MaxPool3DGrad, MaxPool3DGradCompute);
REGISTER_OP_COMPUTE(MaxPoolGradGrad, MaxPoolGradGradCompute);
REGISTER_OP_COMPUTE(MaxPool3DGradGrad, MaxPool3DGradGradCompute);
REGISTER_OP_COMPUTE(AvgPoolGrad, AvgPoolGradCompute);
REGISTER_OP_COMPUTE(AvgPoolGradD, AvgPoolGradCompute);
REGISTER_OP_COMPUTE(AvgPoolV2Grad, AvgPoolGradCompute);
REGISTER_OP_COMPUTE(AvgPoolV2GradD, AvgPoolGradCompute);
REGISTER_OP_COMPUTE(AvgPool3DGrad, AvgPool3DGradCompute);
REGISTER_OP_COMPUTE(AvgPool3DGradD, AvgPool3DGradCompute);

}  // namespace
}  // namespace tbe
