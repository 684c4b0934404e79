// Steps of optimizers, element by element. The inputs' order is the prototype's.
#include <cmath>

#include "op_impl/ai_cpu/common/sign.h"
#include "op_impl/ai_cpu/training/step.h"

namespace aicpu {
namespace {

template <typename C>
C Blend(C old, C target, C rate) {
  return old * rate + target * (1 - rate);
}
template <typename C>
C Greater(C a, C b) {
  return std::isnan(a) || a > b ? a : b;
}
using opdk::SignOf;

struct NoAttributes {
  explicit NoAttributes(const CpuKernelContext&) {}
};
struct Nesterov {
  explicit Nesterov(const CpuKernelContext& ctx) : nesterov(opdk::BoolAttr(ctx, "use_nesterov", false)) {}
  bool nesterov;
};

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
  explicit AdagradStep(const CpuKernelContext& ctx)
      : update(opdk::BoolAttr(ctx, "update_slots", true)), epsilon(opdk::FloatAttr(ctx, "epsilon", 0)) {}
  static constexpr size_t kInputs = 4;
  template <typename C>
  std::array<C, 2> operator()(const std::array<C, 4>& in) const {
    const auto [var, accum, lr, grad] = in;
    const C next = update ? accum + grad * grad : accum;
    return {var - lr * grad / (std::sqrt(next) + static_cast<C>(epsilon)), next};
  }
  bool update;
  float epsilon;
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

struct AdamStep : Nesterov {
  using Nesterov::Nesterov;
  static constexpr size_t kInputs = 10;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 10>& in) const {
    const auto [var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad] = in;
    const C rate = lr * std::sqrt(1 - beta2_power) / (1 - beta1_power);
    const C first = Blend<C>(m, grad, beta1), second = Blend<C>(v, grad * grad, beta2);
    const C direction = nesterov ? Blend<C>(first, grad, beta1) : first;
    return {var - rate * direction / (std::sqrt(second) + epsilon), first, second};
  }
};

struct AmsgradStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 11;
  template <typename C>
  std::array<C, 4> operator()(const std::array<C, 11>& in) const {
    const auto [var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad] = in;
    const C rate = lr * std::sqrt(1 - beta2_power) / (1 - beta1_power);
    const C first = Blend<C>(m, grad, beta1), second = Blend<C>(v, grad * grad, beta2);
    const C highest = Greater<C>(vhat, second);
    return {var - rate * first / (std::sqrt(highest) + epsilon), first, second, highest};
  }
};

// The same, coefficients being attributes.
struct AmsgradAttributesStep {
  explicit AmsgradAttributesStep(const CpuKernelContext& ctx)
      : amsgrad(ctx),
        beta1(opdk::FloatAttr(ctx, "beta1", 0)),
        beta2(opdk::FloatAttr(ctx, "beta2", 0)),
        epsilon(opdk::FloatAttr(ctx, "epsilon", 0)) {}
  static constexpr size_t kInputs = 8;
  template <typename C>
  std::array<C, 4> operator()(const std::array<C, 8>& in) const {
    return amsgrad(std::array<C, 11>{in[0], in[1], in[2], in[3], in[4], in[5], in[6], static_cast<C>(beta1),
                                     static_cast<C>(beta2), static_cast<C>(epsilon), in[7]});
  }
  AmsgradStep amsgrad;
  float beta1, beta2, epsilon;
};

struct AdaMaxStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 9;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 9>& in) const {
    const auto [var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad] = in;
    const C first = Blend<C>(m, grad, beta1), highest = Greater<C>(beta2 * v, std::abs(grad));
    return {var - lr / (1 - beta1_power) * first / (highest + epsilon), first, highest};
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

struct RmsPropStep {
  explicit RmsPropStep(const CpuKernelContext& ctx)
      : rho(opdk::FloatAttr(ctx, "rho", 0)),
        momentum(opdk::FloatAttr(ctx, "momentum", 0)),
        epsilon(opdk::FloatAttr(ctx, "epsilon", 0)) {}
  static constexpr size_t kInputs = 5;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 5>& in) const {
    const auto [var, ms, mom, lr, grad] = in;
    const C square = Blend<C>(ms, grad * grad, static_cast<C>(rho));
    const C step = static_cast<C>(momentum) * mom + lr * grad / std::sqrt(square + static_cast<C>(epsilon));
    return {var - step, square, step};
  }
  float rho, momentum, epsilon;
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

// `taken`: the gradient that enters linear.
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

struct AdamApplyOneWithDecayStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 11;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 11>& in) const {
    const auto [grad, v, m, var, lr, mul0, mul1, mul2, mul3, mul4, epsilon] = in;
    const C second = v * mul2 + grad * grad * mul3, first = m * mul0 + grad * mul1;
    return {second, first, var - lr * (first / (std::sqrt(second) + epsilon) + mul4 * var)};
  }
};

struct AdamApplyOneStep : NoAttributes {
  using NoAttributes::NoAttributes;
  static constexpr size_t kInputs = 10;
  template <typename C>
  std::array<C, 3> operator()(const std::array<C, 10>& in) const {
    const auto [grad, v, m, var, lr, mul0, mul1, mul2, mul3, epsilon] = in;
    const C second = v * mul2 + grad * grad * mul3, first = m * mul0 + grad * mul1;
    return {second, first, var - lr * (first / (std::sqrt(second) + epsilon))};
  }
};

const char* const kApplyGradientDescent = "ApplyGradientDescent";
const char* const kApplyMomentumD = "ApplyMomentumD";
const char* const kApplyKerasMomentumD = "ApplyKerasMomentumD";
const char* const kFusedMulApplyMomentum = "FusedMulApplyMomentum";
const char* const kFusedMulApplyKerasMomentum = "FusedMulApplyKerasMomentum";
const char* const kApplyAdagradD = "ApplyAdagradD";
const char* const kApplyAdagradV2D = "ApplyAdagradV2D";
const char* const kApplyAdadeltaD = "ApplyAdadeltaD";
const char* const kApplyAdamD = "ApplyAdamD";
const char* const kApplyAdamWithAmsgradD = "ApplyAdamWithAmsgradD";
const char* const kApplyAdamWithAmsgradV2 = "ApplyAdamWithAmsgradV2";
const char* const kApplyAdaMaxD = "ApplyAdaMaxD";
const char* const kApplyAddSignD = "ApplyAddSignD";
const char* const kApplyPowerSignD = "ApplyPowerSignD";
const char* const kApplyRMSPropD = "ApplyRMSPropD";
const char* const kApplyCenteredRMSPropD = "ApplyCenteredRMSPropD";
const char* const kApplyFtrlD = "ApplyFtrlD";
const char* const kApplyFtrlV2D = "ApplyFtrlV2D";
const char* const kApplyProximalGradientDescent = "ApplyProximalGradientDescent";
const char* const kApplyProximalAdagradD = "ApplyProximalAdagradD";
const char* const kAdamApplyOne = "AdamApplyOne";
const char* const kAdamApplyOneWithDecay = "AdamApplyOneWithDecay";

using ApplyGradientDescentCpuKernel = opdk::StepCpuKernel<GradientDescentStep>;
using ApplyMomentumDCpuKernel = opdk::StepCpuKernel<MomentumStep>;
using ApplyKerasMomentumDCpuKernel = opdk::StepCpuKernel<KerasMomentumStep>;
using FusedMulApplyMomentumCpuKernel = opdk::StepCpuKernel<OfProduct<MomentumStep>>;
using FusedMulApplyKerasMomentumCpuKernel = opdk::StepCpuKernel<OfProduct<KerasMomentumStep>>;
using ApplyAdagradDCpuKernel = opdk::StepCpuKernel<AdagradStep>;
using ApplyAdagradV2DCpuKernel = opdk::StepCpuKernel<AdagradStep>;
using ApplyAdadeltaDCpuKernel = opdk::StepCpuKernel<AdadeltaStep>;
using ApplyAdamDCpuKernel = opdk::StepCpuKernel<AdamStep>;
using ApplyAdamWithAmsgradDCpuKernel = opdk::StepCpuKernel<AmsgradAttributesStep>;
using ApplyAdamWithAmsgradV2CpuKernel = opdk::StepCpuKernel<AmsgradStep>;
using ApplyAdaMaxDCpuKernel = opdk::StepCpuKernel<AdaMaxStep>;
using ApplyAddSignDCpuKernel = opdk::StepCpuKernel<AddSignStep>;
using ApplyPowerSignDCpuKernel = opdk::StepCpuKernel<PowerSignStep>;
using ApplyRMSPropDCpuKernel = opdk::StepCpuKernel<RmsPropStep>;
using ApplyCenteredRMSPropDCpuKernel = opdk::StepCpuKernel<CenteredRmsPropStep>;
using ApplyFtrlDCpuKernel = opdk::StepCpuKernel<FtrlStep>;
using ApplyFtrlV2DCpuKernel = opdk::StepCpuKernel<FtrlV2Step>;
using ApplyProximalGradientDescentCpuKernel = opdk::StepCpuKernel<ProximalGradientDescentStep>;
using ApplyProximalAdagradDCpuKernel = opdk::StepCpuKernel<ProximalAdagradStep>;
using AdamApplyOneCpuKernel = opdk::StepCpuKernel<AdamApplyOneStep>;
using AdamApplyOneWithDecayCpuKernel = opdk::StepCpuKernel<AdamApplyOneWithDecayStep>;

}  // namespace

REGISTER_CPU_KERNEL(kApplyGradientDescent, ApplyGradientDescentCpuKernel);
REGISTER_CPU_KERNEL(kApplyMomentumD, ApplyMomentumDCpuKernel);
REGISTER_CPU_KERNEL(kApplyKerasMomentumD, ApplyKerasMomentumDCpuKernel);
REGISTER_CPU_KERNEL(kFusedMulApplyMomentum, FusedMulApplyMomentumCpuKernel);
REGISTER_CPU_KERNEL(kFusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagradD, ApplyAdagradDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdagradV2D, ApplyAdagradV2DCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdadeltaD, ApplyAdadeltaDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdamD, ApplyAdamDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradV2CpuKernel);
REGISTER_CPU_KERNEL(kApplyAdaMaxD, ApplyAdaMaxDCpuKernel);
REGISTER_CPU_KERNEL(kApplyAddSignD, ApplyAddSignDCpuKernel);
REGISTER_CPU_KERNEL(kApplyPowerSignD, ApplyPowerSignDCpuKernel);
REGISTER_CPU_KERNEL(kApplyRMSPropD, ApplyRMSPropDCpuKernel);
REGISTER_CPU_KERNEL(kApplyCenteredRMSPropD, ApplyCenteredRMSPropDCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrlD, ApplyFtrlDCpuKernel);
REGISTER_CPU_KERNEL(kApplyFtrlV2D, ApplyFtrlV2DCpuKernel);
REGISTER_CPU_KERNEL(kApplyProximalGradientDescent, ApplyProximalGradientDescentCpuKernel);
REGISTER_CPU_KERNEL(kApplyProximalAdagradD, ApplyProximalAdagradDCpuKernel);
REGISTER_CPU_KERNEL(kAdamApplyOne, AdamApplyOneCpuKernel);
REGISTER_CPU_KERNEL(kAdamApplyOneWithDecay, AdamApplyOneWithDecayCpuKernel);

}  // namespace aicpu
