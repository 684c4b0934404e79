// Steps by the mean of gradients and a measure of their size.
#include "op_impl/ai_core/training/step.h"

namespace tbe {
namespace {

// Computes lr * sqrt(1 - beta2_power) / (1 - beta1_power).
Tensor AdamRate(const OpParams& op) {
  return Coefficient(op, "lr") * vsqrt(1 - Coefficient(op, "beta2_power")) / (1 - Coefficient(op, "beta1_power"));
}

std::vector<Tensor> ApplyAdamDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), beta1 = Coefficient(op, "beta1");
  const Tensor m = Average(Slot(op, "m"), gradient, beta1);
  const Tensor v = Average(Slot(op, "v"), gradient * gradient, Coefficient(op, "beta2"));
  const Tensor direction = op.Bool("use_nesterov") ? Average(m, gradient, beta1) : m;
  const Tensor norm = vsqrt(v) + Coefficient(op, "epsilon");
  return Results({Slot(op, "var") - AdamRate(op) * direction / norm, m, v}, op.Input("var"));
}

std::vector<Tensor> ApplyAdamWithAmsgradDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Coefficient(op, "beta1"));
  const Tensor v = Average(Slot(op, "v"), gradient * gradient, Coefficient(op, "beta2"));
  const Tensor highest = vmax(Slot(op, "vhat"), v), norm = vsqrt(highest) + Coefficient(op, "epsilon");
  return Results({Slot(op, "var") - AdamRate(op) * m / norm, m, v, highest}, op.Input("var"));
}

std::vector<Tensor> ApplyAdaMaxDCompute(const OpParams& op) {
  const Tensor gradient = Slot(op, "grad"), m = Average(Slot(op, "m"), gradient, Coefficient(op, "beta1"));
  const Tensor v = vmax(Coefficient(op, "beta2") * Slot(op, "v"), vabs(gradient));
  const Tensor rate = Coefficient(op, "lr") / (1 - Coefficient(op, "beta1_power"));
  return Results({Slot(op, "var") - rate * m / (v + Coefficient(op, "epsilon")), m, v}, op.Input("var"));
}

std::vector<Tensor> AdamApplyOneStep(const OpParams& op, bool decays) {
  const Tensor gradient = Slot(op, "input0"), weights = Slot(op, "input3");
  const Tensor second =
      Slot(op, "input1") * Coefficient(op, "mul2_x") + gradient * gradient * Coefficient(op, "mul3_x");
  const Tensor first = Slot(op, "input2") * Coefficient(op, "mul0_x") + gradient * Coefficient(op, "mul1_x");
  Tensor step = first / (vsqrt(second) + Coefficient(op, "add2_y"));
  if (decays) step = step + Coefficient(op, "mul4_x") * weights;
  return Results({second, first, weights - Coefficient(op, "input4") * step}, op.Input("input0"));
}

std::vector<Tensor> AdamApplyOneCompute(const OpParams& op) { return AdamApplyOneStep(op, false); }
std::vector<Tensor> AdamApplyOneWithDecayCompute(const OpParams& op) { return AdamApplyOneStep(op, true); }

REGISTER_OP_COMPUTE(ApplyAdamD, ApplyAdamDCompute);
REGISTER_OP_COMPUTE(ApplyAdam, VarOf<ApplyAdamDCompute>);
REGISTER_OP_COMPUTE(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDCompute);
REGISTER_OP_COMPUTE(ApplyAdamWithAmsgrad, VarOf<ApplyAdamWithAmsgradDCompute>);
REGISTER_OP_COMPUTE(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradDCompute);
REGISTER_OP_COMPUTE(ApplyAdaMaxD, ApplyAdaMaxDCompute);
REGISTER_OP_COMPUTE(ApplyAdaMax, VarOf<ApplyAdaMaxDCompute>);
REGISTER_OP_COMPUTE(AdamApplyOne, AdamApplyOneCompute);
REGISTER_OP_COMPUTE(AdamApplyOneWithDecay, AdamApplyOneWithDecayCompute);

}  // namespace
}  // namespace tbe
