// Losses and their gradients, computed in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor In(const OpParams& op, const char* port) { return Widen(op.Input(port)); }

// Multiplies a tensor by an optional weight.
Tensor Weighted(const OpParams& op, const Tensor& x) { return op.HasInput("weight") ? x * In(op, "weight") : x; }

// Returns the divisor of a reduced sum: the number of x's elements, the extent of its first axis, or nothing (an empty
// handle).
Tensor Divisor(const OpParams& op, const Tensor& x) {
  const std::string reduction = op.String("reduction");
  if (reduction == "mean") return Count(x, AllAxes(x), x.dtype());
  return reduction == "batchmean" ? Extent(x, 0, x.dtype()) : Tensor();
}

std::vector<Tensor> Reduced(const OpParams& op, const char* output, const Tensor& losses) {
  const DataType dtype = op.OutputDtype(output);
  if (op.String("reduction") == "none") return {cast_to(losses, dtype)};
  const Tensor sum = reduce_sum(losses, AllAxes(losses), false), divisor = Divisor(op, losses);
  return {cast_to(!divisor ? sum : sum / divisor, dtype)};
}

// Divides the gradient of a loss with the prediction `x` by the divisor of its reduction.
std::vector<Tensor> Divided(const OpParams& op, const char* output, const Tensor& gradient, const Tensor& x) {
  const Tensor divisor = Divisor(op, x);
  return {cast_to(!divisor ? gradient : gradient / divisor, op.OutputDtype(output))};
}

std::vector<Tensor> L2LossCompute(const OpParams& op) {
  const Tensor x = In(op, "x");
  return {cast_to(reduce_sum(x * x, AllAxes(x), false) / 2, op.OutputDtype("y"))};
}

Tensor Difference(const OpParams& op) { return In(op, "predict") - In(op, "label"); }

std::vector<Tensor> MseLossCompute(const OpParams& op) {
  const Tensor d = Difference(op);
  return Reduced(op, "y", d * d);
}

std::vector<Tensor> MseLossGradCompute(const OpParams& op) {
  const Tensor d = Difference(op);
  return Divided(op, "y", d * 2 * In(op, "dout"), d);
}

std::vector<Tensor> L1LossGradCompute(const OpParams& op) {
  const Tensor d = Difference(op);
  return Divided(op, "y", vsign(d) * In(op, "grads"), d);
}

std::vector<Tensor> LpLossCompute(const OpParams& op) {
  const Tensor d = vabs(Difference(op));
  return Reduced(op, "y", op.Int("p") == 1 ? d : vpow(d, Param(static_cast<double>(op.Int("p")), d.dtype())));
}

Tensor SmoothL1(const OpParams& op) {
  const Tensor d = vabs(Difference(op)), sigma = FloatParam(op, "sigma", d);
  return vsel(d < sigma, d * d / (sigma * 2), d - sigma / 2);
}

Tensor SmoothL1Slope(const OpParams& op) {
  const Tensor d = Difference(op), sigma = FloatParam(op, "sigma", d);
  return vsel(vabs(d) < sigma, d / sigma, vsign(d)) * In(op, "dout");
}

std::vector<Tensor> SmoothL1LossCompute(const OpParams& op) { return {cast_to(SmoothL1(op), op.OutputDtype("loss"))}; }
std::vector<Tensor> SmoothL1LossV2Compute(const OpParams& op) { return Reduced(op, "loss", SmoothL1(op)); }
std::vector<Tensor> SmoothL1LossGradCompute(const OpParams& op) {
  return {cast_to(SmoothL1Slope(op), op.OutputDtype("gradient"))};
}
std::vector<Tensor> SmoothL1LossGradV2Compute(const OpParams& op) {
  return Divided(op, "gradient", SmoothL1Slope(op), In(op, "predict"));
}

// Computes log(1 + exp(x)) without overflow.
Tensor LogOnePlusExp(const Tensor& x) { return vmax(x, 0) + vlog1p(vexp(-vabs(x))); }

std::vector<Tensor> SigmoidCrossEntropyWithLogitsCompute(const OpParams& op) {
  const Tensor x = In(op, "predict");
  const Tensor loss = vmax(x, 0) - x * In(op, "target") + vlog1p(vexp(-vabs(x)));
  return {cast_to(loss, op.OutputDtype("loss"))};
}

std::vector<Tensor> SigmoidCrossEntropyWithLogitsGradCompute(const OpParams& op) {
  const Tensor gradient = (vsigmoid(In(op, "predict")) - In(op, "target")) * In(op, "dout");
  return {cast_to(gradient, op.OutputDtype("gradient"))};
}

std::vector<Tensor> SigmoidCrossEntropyWithLogitsV2Compute(const OpParams& op) {
  const Tensor x = In(op, "predict"), target = In(op, "target");
  Tensor rest = LogOnePlusExp(-x);
  if (op.HasInput("pos_weight")) rest = rest * ((In(op, "pos_weight") - 1) * target + 1);
  return Reduced(op, "loss", Weighted(op, (1 - target) * x + rest));
}

std::vector<Tensor> SigmoidCrossEntropyWithLogitsGradV2Compute(const OpParams& op) {
  const Tensor x = In(op, "predict"), target = In(op, "target");
  Tensor slope = vsigmoid(x) - target;
  if (op.HasInput("pos_weight")) {
    const Tensor positive = In(op, "pos_weight") * target;
    slope = (positive + 1 - target) * vsigmoid(x) - positive;
  }
  return Divided(op, "gradient", Weighted(op, slope * In(op, "dout")), x);
}

std::vector<Tensor> BinaryCrossEntropyCompute(const OpParams& op) {
  const Tensor x = In(op, "x"), y = In(op, "y");
  const Tensor loss = -(y * vmax(vlog(x), -100) + (1 - y) * vmax(vlog(1 - x), -100));
  return Reduced(op, "output", Weighted(op, loss));
}

std::vector<Tensor> BinaryCrossEntropyGradCompute(const OpParams& op) {
  const Tensor x = In(op, "x");
  const Tensor slope = In(op, "grad_output") * (x - In(op, "y")) / vmax(x * (1 - x), 1e-12);
  return Divided(op, "output", Weighted(op, slope), x);
}

std::vector<Tensor> KLDivCompute(const OpParams& op) {
  const Tensor x = In(op, "x"), target = In(op, "target");
  return Reduced(op, "y", vsel(target > 0, target * (vlog(target) - x), 0));
}

std::vector<Tensor> KlDivLossGradCompute(const OpParams& op) {
  const Tensor target = In(op, "target"), gradient = In(op, "grad");
  const Tensor slope = op.Bool("log_target") ? -(vexp(target) * gradient) : vsel(target > 0, -(target * gradient), 0);
  return Divided(op, "y", slope, target);
}

std::vector<Tensor> SoftMarginLossCompute(const OpParams& op) {
  return Reduced(op, "output_z", LogOnePlusExp(-(In(op, "input_x") * In(op, "input_y"))));
}

std::vector<Tensor> SoftMarginLossGradCompute(const OpParams& op) {
  const Tensor x = In(op, "predict"), label = In(op, "label");
  return Divided(op, "gradient", -label * vsigmoid(-(x * label)) * In(op, "dout"), x);
}

REGISTER_OP_COMPUTE(L2Loss, L2LossCompute);
REGISTER_OP_COMPUTE(MseLoss, MseLossCompute);
REGISTER_OP_COMPUTE(MseLossGrad, MseLossGradCompute);
REGISTER_OP_COMPUTE(L1LossGrad, L1LossGradCompute);
REGISTER_OP_COMPUTE(LpLoss, LpLossCompute);
REGISTER_OP_COMPUTE(SmoothL1Loss, SmoothL1LossCompute);
REGISTER_OP_COMPUTE(SmoothL1LossGrad, SmoothL1LossGradCompute);
REGISTER_OP_COMPUTE(SmoothL1LossV2, SmoothL1LossV2Compute);
REGISTER_OP_COMPUTE(SmoothL1LossGradV2, SmoothL1LossGradV2Compute);
REGISTER_OP_COMPUTE(SigmoidCrossEntropyWithLogits, SigmoidCrossEntropyWithLogitsCompute);
REGISTER_OP_COMPUTE(SigmoidCrossEntropyWithLogitsGrad, SigmoidCrossEntropyWithLogitsGradCompute);
REGISTER_OP_COMPUTE(SigmoidCrossEntropyWithLogitsV2, SigmoidCrossEntropyWithLogitsV2Compute);
REGISTER_OP_COMPUTE(SigmoidCrossEntropyWithLogitsGradV2, SigmoidCrossEntropyWithLogitsGradV2Compute);
REGISTER_OP_COMPUTE(BinaryCrossEntropy, BinaryCrossEntropyCompute);
REGISTER_OP_COMPUTE(BinaryCrossEntropyGrad, BinaryCrossEntropyGradCompute);
REGISTER_OP_COMPUTE(KLDiv, KLDivCompute);
REGISTER_OP_COMPUTE(KlDivLossGrad, KlDivLossGradCompute);
REGISTER_OP_COMPUTE(SoftMarginLoss, SoftMarginLossCompute);
REGISTER_OP_COMPUTE(SoftMarginLossGrad, SoftMarginLossGradCompute);

}  // namespace
}  // namespace tbe
