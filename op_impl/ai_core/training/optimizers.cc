// Steps of optimizers, computed in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor Slot(const OpParams& op, const char* port) { return Widen(op.Input(port)); }
// A port that holds one number.
Tensor Number(const OpParams& op, const char* port) { return reshape(Widen(op.Input(port)), {}); }

// The results in the dtype of the operator's outputs.
std::vector<Tensor> Results(std::vector<Tensor> results, const Tensor& like) {
  for (Tensor& result : results) result = cast_to(result, like.dtype());
  return results;
}

// `old` decayed by `rate` towards `target`.
Tensor Average(const Tensor& old, const Tensor& target, const Tensor& rate) { return old * rate + target * (1 - rate); }

std::vector<Tensor> ApplyGradientDescentCompute(const OpParams& op) {
  return Results({Slot(op, "var") - Number(op, "alpha") * Slot(op, "delta")}, op.Input("var"));
}

std::vector<Tensor> MomentumStep(const OpParams& op, const Tensor& gradient) {
  const Tensor lr = Number(op, "lr"), momentum = Number(op, "momentum");
  const Tensor accum = Slot(op, "accum") * momentum + gradient;
  const Tensor direction = op.Bool("use_nesterov") ? gradient + momentum * accum : accum;
  return Results({Slot(op, "var") - lr * direction, accum}, op.Input("var"));
}

std::vector<Tensor> KerasMomentumStep(const OpParams& op, const Tensor& gradient) {
  const Tensor momentum = Number(op, "momentum"), step = Number(op, "lr") * gradient;
  const Tensor accum = Slot(op, "accum") * momentum - step;
  const Tensor direction = op.Bool("use_nesterov") ? momentum * accum - step : accum;
  return Results({Slot(op, "var") + direction, accum}, op.Input("var"));
}

Tensor ProductGradient(const OpParams& op) { return Slot(op, "x1") * Number(op, "x2"); }

std::vector<Tensor> ApplyMomentumDCompute(const OpParams& op) { return MomentumStep(op, Slot(op, "grad")); }
std::vector<Tensor> FusedMulApplyMomentumCompute(const OpParams& op) { return MomentumStep(op, ProductGradient(op)); }
std::vector<Tensor> ApplyKerasMomentumDCompute(const OpParams& op) { return KerasMomentumStep(op, Slot(op, "grad")); }
std::vector<Tensor> FusedMulApplyKerasMomentumCompute(const OpParams& op) {
  return KerasMomentumStep(op, ProductGradient(op));
}

Tensor SquareSum(const OpParams& op, const Tensor& gradient) {
  const Tensor accum = Slot(op, "accum");
  return op.Bool("update_slots") ? accum + gradient * gradient : accum;
}

std::vector<Tensor> ApplyAdagradDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), accum = SquareSum(op, gradient);
  return Results({Slot(op, "var") - Number(op, "lr") * gradient / vsqrt(accum), accum}, op.Input("var"));
}

std::vector<Tensor> ApplyAdagradV2DCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), accum = SquareSum(op, gradient);
  const Tensor norm = vsqrt(accum) + FloatParam(op, "epsilon", accum);
  return Results({Slot(op, "var") - Number(op, "lr") * gradient / norm, accum}, op.Input("var"));
}

std::vector<Tensor> ApplyAdadeltaDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), updates = Slot(op, "accum_update");
  const Tensor rho = Number(op, "rho"), epsilon = Number(op, "epsilon");
  const Tensor accum = Average(Slot(op, "accum"), gradient * gradient, rho);
  const Tensor step = gradient * vsqrt(updates + epsilon) / vsqrt(accum + epsilon);
  return Results({Slot(op, "var") - Number(op, "lr") * step, accum, Average(updates, step * step, rho)},
                 op.Input("var"));
}

// lr * sqrt(1 - beta2_power) / (1 - beta1_power)
Tensor AdamRate(const OpParams& op) {
  return Number(op, "lr") * vsqrt(1 - Number(op, "beta2_power")) / (1 - Number(op, "beta1_power"));
}

std::vector<Tensor> ApplyAdamDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), beta1 = Number(op, "beta1");
  const Tensor m = Average(Slot(op, "m"), gradient, beta1);
  const Tensor v = Average(Slot(op, "v"), gradient * gradient, Number(op, "beta2"));
  const Tensor direction = op.Bool("use_nesterov") ? Average(m, gradient, beta1) : m;
  const Tensor norm = vsqrt(v) + Number(op, "epsilon");
  return Results({Slot(op, "var") - AdamRate(op) * direction / norm, m, v}, op.Input("var"));
}

std::vector<Tensor> AmsgradStep(const OpParams& op, const Tensor& beta1, const Tensor& beta2, const Tensor& epsilon) {
  const Tensor gradient = Slot(op, "grad");
  const Tensor m = Average(Slot(op, "m"), gradient, beta1), v = Average(Slot(op, "v"), gradient * gradient, beta2);
  const Tensor highest = vmax(Slot(op, "vhat"), v);
  return Results({Slot(op, "var") - AdamRate(op) * m / (vsqrt(highest) + epsilon), m, v, highest}, op.Input("var"));
}

std::vector<Tensor> ApplyAdamWithAmsgradDCompute(const OpParams& op) {
  const Tensor m = Slot(op, "m");
  return AmsgradStep(op, FloatParam(op, "beta1", m), FloatParam(op, "beta2", m), FloatParam(op, "epsilon", m));
}
std::vector<Tensor> ApplyAdamWithAmsgradV2Compute(const OpParams& op) {
  return AmsgradStep(op, Number(op, "beta1"), Number(op, "beta2"), Number(op, "epsilon"));
}

std::vector<Tensor> ApplyAdaMaxDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Number(op, "beta1"));
  const Tensor v = vmax(Number(op, "beta2") * Slot(op, "v"), vabs(gradient));
  const Tensor rate = Number(op, "lr") / (1 - Number(op, "beta1_power"));
  return Results({Slot(op, "var") - rate * m / (v + Number(op, "epsilon")), m, v}, op.Input("var"));
}

std::vector<Tensor> ApplyAddSignDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Number(op, "beta"));
  const Tensor factor = Number(op, "alpha") + Number(op, "sign_decay") * (vsign(gradient) * vsign(m));
  return Results({Slot(op, "var") - Number(op, "lr") * factor * gradient, m}, op.Input("var"));
}

std::vector<Tensor> ApplyPowerSignDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Number(op, "beta"));
  const Tensor factor = vexp(Number(op, "logbase") * Number(op, "sign_decay") * (vsign(gradient) * vsign(m)));
  return Results({Slot(op, "var") - Number(op, "lr") * factor * gradient, m}, op.Input("var"));
}

std::vector<Tensor> ApplyRMSPropDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad");
  const Tensor ms = Average(Slot(op, "ms"), gradient * gradient, FloatParam(op, "rho", gradient));
  const Tensor step = Number(op, "lr") * gradient / vsqrt(ms + FloatParam(op, "epsilon", gradient));
  const Tensor mom = FloatParam(op, "momentum", gradient) * Slot(op, "mom") + step;
  return Results({Slot(op, "var") - mom, ms, mom}, op.Input("var"));
}

std::vector<Tensor> ApplyCenteredRMSPropDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), rho = Number(op, "rho");
  const Tensor mg = Average(Slot(op, "mg"), gradient, rho), ms = Average(Slot(op, "ms"), gradient * gradient, rho);
  const Tensor step = Number(op, "lr") * gradient / vsqrt(ms - mg * mg + Number(op, "epsilon"));
  const Tensor mom = Number(op, "momentum") * Slot(op, "mom") + step;
  return Results({Slot(op, "var") - mom, mg, ms, mom}, op.Input("var"));
}

// `taken`: the gradient that enters linear.
std::vector<Tensor> FtrlStep(const OpParams& op, const Tensor& taken) {
  const Tensor gradient = Slot(op, "grad"), var = Slot(op, "var"), old = Slot(op, "accum"), l1 = Number(op, "l1");
  const Tensor lr = Number(op, "lr"), power = -Number(op, "lr_power");
  const Tensor accum = old + gradient * gradient, norm = vpow(accum, power);
  const Tensor linear = Slot(op, "linear") + taken - (norm - vpow(old, power)) / lr * var;
  const Tensor shrunk = (vsign(linear) * l1 - linear) / (norm / lr + Number(op, "l2") * 2);
  // Not "l1 < |linear|": where linear is NaN, so is the result.
  return Results({vsel(vabs(linear) <= l1, 0, shrunk), accum, linear}, op.Input("var"));
}

std::vector<Tensor> ApplyFtrlDCompute(const OpParams& op) { return FtrlStep(op, Slot(op, "grad")); }
std::vector<Tensor> ApplyFtrlV2DCompute(const OpParams& op) {
  return FtrlStep(op, Slot(op, "grad") + Number(op, "l2_shrinkage") * 2 * Slot(op, "var"));
}

// The proximal step from `point` by `rate`, which is one number or one for each element.
Tensor Proximal(const OpParams& op, const Tensor& point, const Tensor& rate) {
  const Tensor l1 = Number(op, "l1");
  const Tensor shrunk = vsign(point) * vmax(vabs(point) - rate * l1, 0);
  return vsel(l1 > 0, shrunk, point) / (Number(op, "l2") * rate + 1);
}

std::vector<Tensor> ApplyProximalGradientDescentCompute(const OpParams& op) {
  const Tensor rate = Number(op, "alpha");
  return Results({Proximal(op, Slot(op, "var") - rate * Slot(op, "delta"), rate)}, op.Input("var"));
}

std::vector<Tensor> ApplyProximalAdagradDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), accum = Slot(op, "accum") + gradient * gradient;
  const Tensor rate = Number(op, "lr") / vsqrt(accum);
  return Results({Proximal(op, Slot(op, "var") - rate * gradient, rate), accum}, op.Input("var"));
}

std::vector<Tensor> AdamApplyOneStep(const OpParams& op, bool decays) {
  const Tensor gradient = Slot(op, "input0"), weights = Slot(op, "input3");
  const Tensor second = Slot(op, "input1") * Number(op, "mul2_x") + gradient * gradient * Number(op, "mul3_x");
  const Tensor first = Slot(op, "input2") * Number(op, "mul0_x") + gradient * Number(op, "mul1_x");
  Tensor step = first / (vsqrt(second) + Number(op, "add2_y"));
  if (decays) step = step + Number(op, "mul4_x") * weights;
  return Results({second, first, weights - Number(op, "input4") * step}, op.Input("input0"));
}

std::vector<Tensor> AdamApplyOneCompute(const OpParams& op) { return AdamApplyOneStep(op, false); }
std::vector<Tensor> AdamApplyOneWithDecayCompute(const OpParams& op) { return AdamApplyOneStep(op, true); }

REGISTER_OP_COMPUTE(ApplyGradientDescent, ApplyGradientDescentCompute);
REGISTER_OP_COMPUTE(ApplyMomentumD, ApplyMomentumDCompute);
REGISTER_OP_COMPUTE(ApplyKerasMomentumD, ApplyKerasMomentumDCompute);
REGISTER_OP_COMPUTE(FusedMulApplyMomentum, FusedMulApplyMomentumCompute);
REGISTER_OP_COMPUTE(FusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumCompute);
REGISTER_OP_COMPUTE(ApplyAdagradD, ApplyAdagradDCompute);
REGISTER_OP_COMPUTE(ApplyAdagradV2D, ApplyAdagradV2DCompute);
REGISTER_OP_COMPUTE(ApplyAdadeltaD, ApplyAdadeltaDCompute);
REGISTER_OP_COMPUTE(ApplyAdamD, ApplyAdamDCompute);
REGISTER_OP_COMPUTE(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDCompute);
REGISTER_OP_COMPUTE(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradV2Compute);
REGISTER_OP_COMPUTE(ApplyAdaMaxD, ApplyAdaMaxDCompute);
REGISTER_OP_COMPUTE(ApplyAddSignD, ApplyAddSignDCompute);
REGISTER_OP_COMPUTE(ApplyPowerSignD, ApplyPowerSignDCompute);
REGISTER_OP_COMPUTE(ApplyRMSPropD, ApplyRMSPropDCompute);
REGISTER_OP_COMPUTE(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDCompute);
REGISTER_OP_COMPUTE(ApplyFtrlD, ApplyFtrlDCompute);
REGISTER_OP_COMPUTE(ApplyFtrlV2D, ApplyFtrlV2DCompute);
REGISTER_OP_COMPUTE(ApplyProximalGradientDescent, ApplyProximalGradientDescentCompute);
REGISTER_OP_COMPUTE(ApplyProximalAdagradD, ApplyProximalAdagradDCompute);
REGISTER_OP_COMPUTE(AdamApplyOne, AdamApplyOneCompute);
REGISTER_OP_COMPUTE(AdamApplyOneWithDecay, AdamApplyOneWithDecayCompute);

}  // namespace
}  // namespace tbe
