// Steps of optimizers, element by element. The inputs' order is the prototype's.
#include <cmath>

#include "op_impl/ai_cpu/common/sign.h"
#include "op_impl/ai_cpu/training/step.h"

namespace aicpu {
namespace {

using opdk::Blend;
using opdk::FloatAttribute;
using opdk::Nesterov;
using opdk::NoAttributes;
using opdk::SignOf;
using opdk::WithAttributes;

struct GradientDescentStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 3;
  template <typename C>
  std::array<C, 1> operator()(const std::array<C, 3>& in) const {
    const auto [var, alpha, delta] = in;
    return {var - alpha * delta};
  }
};

struct MomentumStep : Nesterov {
  using Nesterov::Nesterov;
  static constexpr size_t kInputs = 5;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 5>& in) const {
    const auto [var, accum, lr, grad, momentum] = in;
    const C next = accum * momentum + grad;
    return {var - lr * (nesterov ? grad + momentum * next : next), next};
  }
};

struct KerasMomentumStep : Nesterov {
  using Nesterov::Nesterov;
  static constexpr size_t kInputs = 5;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 5>& in) const {
    const auto [var, accum, lr, grad, momentum] = in;
    const C next = accum * momentum - lr * grad;
    return {nesterov ? var + (momentum * next - lr * grad) : var + next, next};
  }
};

// `Step` of a gradient that is the product of inputs 3 and 5.
template <typename Step>
struct OfProduct : Step {
  using Step::Step;
  static constexpr size_t kInputs = 6;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 6>& in) const {
    return Step::operator()(std::array<C, 5>{in[0], in[1], in[2], in[3] * in[5], in[4]});
  }
};

struct AdagradStep {
  explicit AdagradStep(const CpuKernelContext& ctx) : update(opdk::BoolAttr(ctx, "update_slots", true)) {}
  static constexpr size_t kInputs = 5;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 5>& in) const {
    const auto [var, accum, lr, epsilon, grad] = in;
    const C next = update ? accum + grad * grad : accum;
    return {var - lr * grad / (std::sqrt(next) + epsilon), next};
  }
  bool update;
};

struct AdadeltaStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 7;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 7>& in) const {
    const auto [var, accum, updates, lr, rho, epsilon, grad] = in;
    const C next = Blend<C>(accum, grad * grad, rho);
    const C step = grad * std::sqrt(updates + epsilon) / std::sqrt(next + epsilon);
    return {var - lr * step, next, Blend<C>(updates, step * step, rho)};
  }
};

struct AddSignStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 7;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 7>& in) const {
    const auto [var, m, lr, alpha, decay, beta, grad] = in;
    const C first = Blend<C>(m, grad, beta);
    return {var - lr * (alpha + decay * (SignOf(grad) * SignOf(first))) * grad, first};
  }
};

struct PowerSignStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 7;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 7>& in) const {
    const auto [var, m, lr, base, decay, beta, grad] = in;
    const C first = Blend<C>(m, grad, beta);
    return {var - lr * std::exp(base * decay * (SignOf(grad) * SignOf(first))) * grad, first};
  }
};

struct RmsPropStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 8;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 8>& in) const {
    const auto [var, ms, mom, lr, rho, momentum, epsilon, grad] = in;
    const C square = Blend<C>(ms, grad * grad, rho);
    const C step = momentum * mom + lr * grad / std::sqrt(square + epsilon);
    return {var - step, square, step};
  }
};

struct CenteredRmsPropStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 9;
  template <typename C>
  std::array<C, 4> operator()(const std::array<C, 9>& in) const {
    const auto [var, mg, ms, mom, lr, rho, momentum, epsilon, grad] = in;
    const C mean = Blend<C>(mg, grad, rho), square = Blend<C>(ms, grad * grad, rho);
    const C step = momentum * mom + lr * grad / std::sqrt(square - mean * mean + epsilon);
    return {var - step, mean, square, step};
  }
};

// Computes the step of FTRL. `taken`: the gradient that enters linear.
template <typename C>
std::array<C, 3> Ftrl(C var, C accum, C linear, C grad, C taken, C lr, C l1, C l2, C lr_power) {
  const C next = accum + grad * grad, norm = std::pow(next, -lr_power);
  const C sum = linear + taken - (norm - std::pow(accum, -lr_power)) / lr * var;
  const C weights = std::abs(sum) <= l1 ? C(0) : (SignOf(sum) * l1 - sum) / (norm / lr + 2 * l2);
  return {weights, next, sum};
}

struct FtrlStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 8;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 8>& in) const {
    const auto [var, accum, linear, grad, lr, l1, l2, lr_power] = in;
    return Ftrl<C>(var, accum, linear, grad, grad, lr, l1, l2, lr_power);
  }
};

struct FtrlV2Step : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 9;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 9>& in) const {
    const auto [var, accum, linear, grad, lr, l1, l2, shrinkage, lr_power] = in;
    return Ftrl<C>(var, accum, linear, grad, grad + shrinkage * 2 * var, lr, l1, l2, lr_power);
  }
};

template <typename C>
C Proximal(C point, C rate, C l1, C l2) {
  if (l1 > 0) {
    const C left = std::abs(point) - rate * l1;
    point = SignOf(point) * (left < 0 ? C(0) : left);
  }
  return point / (l2 * rate + 1);
}

struct ProximalGradientDescentStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 5;
  template <typename C>
  std::array<C, 1> operator()(const std::array<C, 5>& in) const {
    const auto [var, alpha, l1, l2, delta] = in;
    return {Proximal<C>(var - alpha * delta, alpha, l1, l2)};
  }
};

struct ProximalAdagradStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 6;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 6>& in) const {
    const auto [var, accum, lr, l1, l2, grad] = in;
    const C next = accum + grad * grad, rate = lr / std::sqrt(next);
    return {Proximal<C>(var - rate * grad, rate, l1, l2), next};
  }
};

const char* const kApplyGradientDescent = "ApplyGradientDescent";
const char* const kApplyMomentumD = "ApplyMomentumD";
const char* const kApplyMomentum = "ApplyMomentum";
const char* const kApplyKerasMomentumD = "ApplyKerasMomentumD";
const char* const kApplyKerasMomentum = "ApplyKerasMomentum";
const char* const kFusedMulApplyMomentum = "FusedMulApplyMomentum";
const char* const kFusedMulApplyKerasMomentum = "FusedMulApplyKerasMomentum";
const char* const kApplyAdagradD = "ApplyAdagradD";
const char* const kApplyAdagrad = "ApplyAdagrad";
const char* const kApplyAdagradV2D = "ApplyAdagradV2D";
const char* const kApplyAdagradV2 = "ApplyAdagradV2";
const char* const kApplyAdadeltaD = "ApplyAdadeltaD";
const char* const kApplyAdadelta = "ApplyAdadelta";
const char* const kApplyAddSignD = "ApplyAddSignD";
const char* const kApplyAddSign = "ApplyAddSign";
const char* const kApplyPowerSignD = "ApplyPowerSignD";
const char* const kApplyPowerSign = "ApplyPowerSign";
const char* const kApplyRMSPropD = "ApplyRMSPropD";
const char* const kApplyRMSProp = "ApplyRMSProp";
const char* const kApplyCenteredRMSPropD = "ApplyCenteredRMSPropD";
const char* const kApplyCenteredRMSProp = "ApplyCenteredRMSProp";
const char* const kApplyFtrlD = "ApplyFtrlD";
const char* const kApplyFtrl = "ApplyFtrl";
const char* const kApplyFtrlV2D = "ApplyFtrlV2D";
const char* const kApplyFtrlV2 = "ApplyFtrlV2";
const char* const kApplyProximalGradientDescent = "ApplyProximalGradientDescent";
const char* const kApplyProximalAdagradD = "ApplyProximalAdagradD";
const char* const kApplyProximalAdagrad = "ApplyProximalAdagrad";

using ApplyGradientDescentCpuKernel = opdk::StepCpuKernel<GradientDescentStep>;
using ApplyMomentumDCpuKernel = opdk::StepCpuKernel<MomentumStep>;
using ApplyMomentumCpuKernel = opdk::StepCpuKernel<MomentumStep>;
using ApplyKerasMomentumDCpuKernel = opdk::StepCpuKernel<KerasMomentumStep>;
using ApplyKerasMomentumCpuKernel = opdk::StepCpuKernel<KerasMomentumStep>;
using FusedMulApplyMomentumCpuKernel = opdk::StepCpuKernel<OfProduct<MomentumStep>>;
using FusedMulApplyKerasMomentumCpuKernel = opdk::StepCpuKernel<OfProduct<KerasMomentumStep>>;
using ApplyAdagradDCpuKernel = opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>;
using ApplyAdagradCpuKernel = opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>;
using ApplyAdagradV2DCpuKernel = opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>;
using ApplyAdagradV2CpuKernel = opdk::StepCpuKernel<AdagradStep>;
using ApplyAdadeltaDCpuKernel = opdk::StepCpuKernel<AdadeltaStep>;
using ApplyAdadeltaCpuKernel = opdk::StepCpuKernel<AdadeltaStep>;
using ApplyAddSignDCpuKernel = opdk::StepCpuKernel<AddSignStep>;
using ApplyAddSignCpuKernel = opdk::StepCpuKernel<AddSignStep>;
using ApplyPowerSignDCpuKernel = opdk::StepCpuKernel<PowerSignStep>;
using ApplyPowerSignCpuKernel = opdk::StepCpuKernel<PowerSignStep>;
using ApplyRMSPropDCpuKernel =
    opdk::StepCpuKernel<WithAttributes<RmsPropStep, 4, FloatAttribute("rho", 0), FloatAttribute("momentum", 0),
                                       FloatAttribute("epsilon", 0)>>;
using ApplyRMSPropCpuKernel = opdk::StepCpuKernel<RmsPropStep>;
using ApplyCenteredRMSPropDCpuKernel = opdk::StepCpuKernel<CenteredRmsPropStep>;
using ApplyCenteredRMSPropCpuKernel = opdk::StepCpuKernel<CenteredRmsPropStep>;
using ApplyFtrlDCpuKernel = opdk::StepCpuKernel<FtrlStep>;
using ApplyFtrlCpuKernel = opdk::StepCpuKernel<FtrlStep>;
using ApplyFtrlV2DCpuKernel = opdk::StepCpuKernel<FtrlV2Step>;
using ApplyFtrlV2CpuKernel = opdk::StepCpuKernel<FtrlV2Step>;
using ApplyProximalGradientDescentCpuKernel = opdk::StepCpuKernel<ProximalGradientDescentStep>;
using ApplyProximalAdagradDCpuKernel = opdk::StepCpuKernel<ProximalAdagradStep>;
using ApplyProximalAdagradCpuKernel = opdk::StepCpuKernel<ProximalAdagradStep>;

}  // namespace

REGISTER_CPU_KERNEL(kApplyGradientDescent, ApplyGradientDescentCpuKernel);
REGISTER_CPU_KERNEL(kApplyMomentumD, ApplyMomentumDCpuKernel);
REGISTER_CPU_KERNEL(kApplyMomentum, ApplyMomentumCpuKernel);
REGISTER_CPU_KERNEL(kApplyKerasMomentumD, ApplyKerasMomentumDCpuKernel);
REGISTER_CPU_KERNEL(kApplyKerasMomentum, ApplyKerasMomentumCpuKernel);
REGISTER_CPU_KERNEL(kFusedMulApplyMomentum, FusedMulApplyMomentumCpuKernel);
REGISTER_CPU_KERNEL(kFusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagradD, ApplyAdagradDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagrad, ApplyAdagradCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagradV2D, ApplyAdagradV2DCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagradV2, ApplyAdagradV2CpuKernel);
REGISTER_CPU_KERNEL(kApplyAdadeltaD, ApplyAdadeltaDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdadelta, ApplyAdadeltaCpuKernel);
REGISTER_CPU_KERNEL(kApplyAddSignD, ApplyAddSignDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAddSign, ApplyAddSignCpuKernel);
REGISTER_CPU_KERNEL(kApplyPowerSignD, ApplyPowerSignDCpuKernel);
REGISTER_CPU_KERNEL(kApplyPowerSign, ApplyPowerSignCpuKernel);
REGISTER_CPU_KERNEL(kApplyRMSPropD, ApplyRMSPropDCpuKernel);
REGISTER_CPU_KERNEL(kApplyRMSProp, ApplyRMSPropCpuKernel);
REGISTER_CPU_KERNEL(kApplyCenteredRMSPropD, ApplyCenteredRMSPropDCpuKernel);
REGISTER_CPU_KERNEL(kApplyCenteredRMSProp, ApplyCenteredRMSPropCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrlD, ApplyFtrlDCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrl, ApplyFtrlCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrlV2D, ApplyFtrlV2DCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrlV2, ApplyFtrlV2CpuKernel);
REGISTER_CPU_KERNEL(kApplyProximalGradientDescent, ApplyProximalGradientDescentCpuKernel);
REGISTER_CPU_KERNEL(kApplyProximalAdagradD, ApplyProximalAdagradDCpuKernel);
REGISTER_CPU_KERNEL(kApplyProximalAdagrad, ApplyProximalAdagradCpuKernel);

}  // namespace aicpu
