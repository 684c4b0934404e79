// Steps of optimizers.
#include "op_impl/ai_core/training/step.h"

namespace tbe {
namespace {

std::vector<Tensor> ApplyGradientDescentCompute(const OpParams& op) {
  return Results({Slot(op, "var") - Coefficient(op, "alpha") * Slot(op, "delta")}, op.Input("var"));
}

std::vector<Tensor> MomentumStep(const OpParams& op, const Tensor& gradient) {
  const Tensor lr = Coefficient(op, "lr"), momentum = Coefficient(op, "momentum");
  const Tensor accum = Slot(op, "accum") * momentum + gradient;
  const Tensor direction = op.Bool("use_nesterov") ? gradient + momentum * accum : accum;
  return Results({Slot(op, "var") - lr * direction, accum}, op.Input("var"));
}

std::vector<Tensor> KerasMomentumStep(const OpParams& op, const Tensor& gradient) {
  const Tensor momentum = Coefficient(op, "momentum"), step = Coefficient(op, "lr") * gradient;
  const Tensor accum = Slot(op, "accum") * momentum - step;
  const Tensor direction = op.Bool("use_nesterov") ? momentum * accum - step : accum;
  return Results({Slot(op, "var") + direction, accum}, op.Input("var"));
}

Tensor ProductGradient(const OpParams& op) { return Slot(op, "x1") * Coefficient(op, "x2"); }

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
  return Results({Slot(op, "var") - Coefficient(op, "lr") * gradient / vsqrt(accum), accum}, op.Input("var"));
}

std::vector<Tensor> ApplyAdagradV2DCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), accum = SquareSum(op, gradient);
  const Tensor norm = vsqrt(accum) + Coefficient(op, "epsilon");
  return Results({Slot(op, "var") - Coefficient(op, "lr") * gradient / norm, accum}, op.Input("var"));
}

std::vector<Tensor> ApplyAdadeltaDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), updates = Slot(op, "accum_update");
  const Tensor rho = Coefficient(op, "rho"), epsilon = Coefficient(op, "epsilon");
  const Tensor accum = Average(Slot(op, "accum"), gradient * gradient, rho);
  const Tensor step = gradient * vsqrt(updates + epsilon) / vsqrt(accum + epsilon);
  return Results({Slot(op, "var") - Coefficient(op, "lr") * step, accum, Average(updates, step * step, rho)},
                 op.Input("var"));
}

std::vector<Tensor> ApplyAddSignDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Coefficient(op, "beta"));
  const Tensor factor = Coefficient(op, "alpha") + Coefficient(op, "sign_decay") * (vsign(gradient) * vsign(m));
  return Results({Slot(op, "var") - Coefficient(op, "lr") * factor * gradient, m}, op.Input("var"));
}

std::vector<Tensor> ApplyPowerSignDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Coefficient(op, "beta"));
  const Tensor factor = vexp(Coefficient(op, "logbase") * Coefficient(op, "sign_decay") * (vsign(gradient) * vsign(m)));
  return Results({Slot(op, "var") - Coefficient(op, "lr") * factor * gradient, m}, op.Input("var"));
}

std::vector<Tensor> ApplyRMSPropDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad");
  const Tensor ms = Average(Slot(op, "ms"), gradient * gradient, Coefficient(op, "rho"));
  const Tensor step = Coefficient(op, "lr") * gradient / vsqrt(ms + Coefficient(op, "epsilon"));
  const Tensor mom = Coefficient(op, "momentum") * Slot(op, "mom") + step;
  return Results({Slot(op, "var") - mom, ms, mom}, op.Input("var"));
}

std::vector<Tensor> ApplyCenteredRMSPropDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), rho = Coefficient(op, "rho");
  const Tensor mg = Average(Slot(op, "mg"), gradient, rho), ms = Average(Slot(op, "ms"), gradient * gradient, rho);
  const Tensor step = Coefficient(op, "lr") * gradient / vsqrt(ms - mg * mg + Coefficient(op, "epsilon"));
  const Tensor mom = Coefficient(op, "momentum") * Slot(op, "mom") + step;
  return Results({Slot(op, "var") - mom, mg, ms, mom}, op.Input("var"));
}

// Computes the step of FTRL. `taken`: the gradient that enters linear.
std::vector<Tensor> FtrlStep(const OpParams& op, const Tensor& taken) {
  const Tensor gradient = Slot(op, "grad"), var = Slot(op, "var"), old = Slot(op, "accum"), l1 = Coefficient(op, "l1");
  const Tensor lr = Coefficient(op, "lr"), power = -Coefficient(op, "lr_power");
  const Tensor accum = old + gradient * gradient, norm = vpow(accum, power);
  const Tensor linear = Slot(op, "linear") + taken - (norm - vpow(old, power)) / lr * var;
  const Tensor shrunk = (vsign(linear) * l1 - linear) / (norm / lr + Coefficient(op, "l2") * 2);
  // Not "l1 < |linear|": where linear is NaN, so is the result.
  return Results({vsel(vabs(linear) <= l1, 0, shrunk), accum, linear}, op.Input("var"));
}

std::vector<Tensor> ApplyFtrlDCompute(const OpParams& op) { return FtrlStep(op, Slot(op, "grad")); }
std::vector<Tensor> ApplyFtrlV2DCompute(const OpParams& op) {
  return FtrlStep(op, Slot(op, "grad") + Coefficient(op, "l2_shrinkage") * 2 * Slot(op, "var"));
}

// Computes the proximal step from `point` by `rate`, which is one number or one for each element.
Tensor Proximal(const OpParams& op, const Tensor& point, const Tensor& rate) {
  const Tensor l1 = Coefficient(op, "l1");
  const Tensor shrunk = vsign(point) * vmax(vabs(point) - rate * l1, 0);
  return vsel(l1 > 0, shrunk, point) / (Coefficient(op, "l2") * rate + 1);
}

std::vector<Tensor> ApplyProximalGradientDescentCompute(const OpParams& op) {
  const Tensor rate = Coefficient(op, "alpha");
  return Results({Proximal(op, Slot(op, "var") - rate * Slot(op, "delta"), rate)}, op.Input("var"));
}

std::vector<Tensor> ApplyProximalAdagradDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), accum = Slot(op, "accum") + gradient * gradient;
  const Tensor rate = Coefficient(op, "lr") / vsqrt(accum);
  return Results({Proximal(op, Slot(op, "var") - rate * gradient, rate), accum}, op.Input("var"));
}

REGISTER_OP_COMPUTE(ApplyGradientDescent, ApplyGradientDescentCompute);
REGISTER_OP_COMPUTE(ApplyMomentumD, ApplyMomentumDCompute);
REGISTER_OP_COMPUTE(ApplyMomentum, VarOf<ApplyMomentumDCompute>);
REGISTER_OP_COMPUTE(ApplyKerasMomentumD, ApplyKerasMomentumDCompute);
REGISTER_OP_COMPUTE(ApplyKerasMomentum, VarOf<ApplyKerasMomentumDCompute>);
REGISTER_OP_COMPUTE(FusedMulApplyMomentum, FusedMulApplyMomentumCompute);
REGISTER_OP_COMPUTE(FusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumCompute);
REGISTER_OP_COMPUTE(ApplyAdagradD, ApplyAdagradDCompute);
REGISTER_OP_COMPUTE(ApplyAdagrad, VarOf<ApplyAdagradDCompute>);
REGISTER_OP_COMPUTE(ApplyAdagradV2D, ApplyAdagradV2DCompute);
REGISTER_OP_COMPUTE(ApplyAdagradV2, VarOf<ApplyAdagradV2DCompute>);
REGISTER_OP_COMPUTE(ApplyAdadeltaD, ApplyAdadeltaDCompute);
REGISTER_OP_COMPUTE(ApplyAdadelta, VarOf<ApplyAdadeltaDCompute>);
REGISTER_OP_COMPUTE(ApplyAddSignD, ApplyAddSignDCompute);
REGISTER_OP_COMPUTE(ApplyAddSign, VarOf<ApplyAddSignDCompute>);
REGISTER_OP_COMPUTE(ApplyPowerSignD, ApplyPowerSignDCompute);
REGISTER_OP_COMPUTE(ApplyPowerSign, VarOf<ApplyPowerSignDCompute>);
REGISTER_OP_COMPUTE(ApplyRMSPropD, ApplyRMSPropDCompute);
REGISTER_OP_COMPUTE(ApplyRMSProp, VarOf<ApplyRMSPropDCompute>);
REGISTER_OP_COMPUTE(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDCompute);
REGISTER_OP_COMPUTE(ApplyCenteredRMSProp, VarOf<ApplyCenteredRMSPropDCompute>);
REGISTER_OP_COMPUTE(ApplyFtrlD, ApplyFtrlDCompute);
REGISTER_OP_COMPUTE(ApplyFtrl, VarOf<ApplyFtrlDCompute>);
REGISTER_OP_COMPUTE(ApplyFtrlV2D, ApplyFtrlV2DCompute);
REGISTER_OP_COMPUTE(ApplyFtrlV2, VarOf<ApplyFtrlV2DCompute>);
REGISTER_OP_COMPUTE(ApplyProximalGradientDescent, ApplyProximalGradientDescentCompute);
REGISTER_OP_COMPUTE(ApplyProximalAdagradD, ApplyProximalAdagradDCompute);
REGISTER_OP_COMPUTE(ApplyProximalAdagrad, VarOf<ApplyProximalAdagradDCompute>);

}  // namespace
}  // namespace tbe
