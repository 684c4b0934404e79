// Activations that gate, cut off or soften, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

struct GateHalves {
  GateHalves(const OpParams& op, const Tensor& x) : axis(op.Int("dim") < 0 ? op.Int("dim") + x.rank() : op.Int("dim")) {
    const int64_t half = x.shape()[static_cast<size_t>(axis)] / 2;
    parts = split(Widen(x), axis, {half, half});
  }
  int64_t axis;
  std::vector<Tensor> parts;
};

std::vector<Tensor> GLUCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const GateHalves halves(op, x);
  return {cast_to(halves.parts[0] * vsigmoid(halves.parts[1]), x.dtype())};
}

std::vector<Tensor> GLUGradCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), gradient = Widen(op.Input("y_grad"));
  const GateHalves halves(op, x);
  const Tensor gate = vsigmoid(halves.parts[1]), through = gradient * gate;
  return {cast_to(concat({through, through * halves.parts[0] * (1 - gate)}, halves.axis), x.dtype())};
}

std::vector<Tensor> BNLLCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  return {cast_to(vmax(x, 0) + vlog1p(vexp(-vabs(x))), op.OutputDtype("y"))};
}

std::vector<Tensor> CeluV2Compute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x")), alpha = FloatParam(op, "alpha", x);
  return {cast_to(vmax(x, 0) + vmin(alpha * vexpm1(x / alpha), 0), op.OutputDtype("y"))};
}

std::vector<Tensor> FastGeluV2Compute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const Tensor far = vmin(vabs(x * 0.7071), 1.769) - 1.769;
  return {cast_to(x * (vsign(x) * (0.5 - 0.1444 * far * far) + 0.5), op.OutputDtype("y"))};
}

Tensor AboveThreshold(const Tensor& x, const Tensor& threshold, const Tensor& value) {
  return vsel(x <= threshold, value, x);
}
std::vector<Tensor> ThresholdV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor value = op.HasInput("value") ? reshape(op.Input("value"), {}) : Const(int64_t{0}, x.dtype());
  return {AboveThreshold(x, reshape(op.Input("threshold"), {}), value)};
}
// Compares in double, because the threshold may have a fraction where x is an integer. The value is truncated.
std::vector<Tensor> ThresholdV2DCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor value = cast_to(Param(op.Float("value"), ge::DT_DOUBLE), x.dtype());
  const Tensor threshold = Param(op.Float("threshold"), ge::DT_DOUBLE);
  return {vsel(cast_to(x, ge::DT_DOUBLE) <= threshold, value, x)};
}

std::vector<Tensor> Relu6DCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  return {cast_to(vmin(vmax(x, 0), FloatParam(op, "scale", x) * 6), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(GLU, GLUCompute);
REGISTER_OP_COMPUTE(GLUGrad, GLUGradCompute);
REGISTER_OP_COMPUTE(BNLL, BNLLCompute);
REGISTER_OP_COMPUTE(CeluV2, CeluV2Compute);
REGISTER_OP_COMPUTE(FastGeluV2, FastGeluV2Compute);
REGISTER_OP_COMPUTE(ThresholdV2, ThresholdV2Compute);
REGISTER_OP_COMPUTE(ThresholdV2D, ThresholdV2DCompute);
REGISTER_OP_COMPUTE(Relu6D, Relu6DCompute);

}  // namespace
}  // namespace tbe
