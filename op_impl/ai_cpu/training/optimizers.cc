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

OPDK_CPU_KERNEL(ApplyGradientDescent, opdk::StepCpuKernel<GradientDescentStep>);
OPDK_CPU_KERNEL(ApplyMomentumD, opdk::StepCpuKernel<MomentumStep>);
OPDK_CPU_KERNEL(ApplyMomentum, opdk::StepCpuKernel<MomentumStep>);
OPDK_CPU_KERNEL(ApplyKerasMomentumD, opdk::StepCpuKernel<KerasMomentumStep>);
OPDK_CPU_KERNEL(ApplyKerasMomentum, opdk::StepCpuKernel<KerasMomentumStep>);
OPDK_CPU_KERNEL(FusedMulApplyMomentum, opdk::StepCpuKernel<OfProduct<MomentumStep>>);
OPDK_CPU_KERNEL(FusedMulApplyKerasMomentum, opdk::StepCpuKernel<OfProduct<KerasMomentumStep>>);
OPDK_CPU_KERNEL(ApplyAdagradD, opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>);
OPDK_CPU_KERNEL(ApplyAdagrad, opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>);
OPDK_CPU_KERNEL(ApplyAdagradV2D, opdk::StepCpuKernel<WithAttributes<AdagradStep, 3, FloatAttribute("epsilon", 0)>>);
OPDK_CPU_KERNEL(ApplyAdagradV2, opdk::StepCpuKernel<AdagradStep>);
OPDK_CPU_KERNEL(ApplyAdadeltaD, opdk::StepCpuKernel<AdadeltaStep>);
OPDK_CPU_KERNEL(ApplyAdadelta, opdk::StepCpuKernel<AdadeltaStep>);
OPDK_CPU_KERNEL(ApplyAddSignD, opdk::StepCpuKernel<AddSignStep>);
OPDK_CPU_KERNEL(ApplyAddSign, opdk::StepCpuKernel<AddSignStep>);
OPDK_CPU_KERNEL(ApplyPowerSignD, opdk::StepCpuKernel<PowerSignStep>);
OPDK_CPU_KERNEL(ApplyPowerSign, opdk::StepCpuKernel<PowerSignStep>);
OPDK_CPU_KERNEL(ApplyRMSPropD,
                opdk::StepCpuKernel<WithAttributes<RmsPropStep, 4, FloatAttribute("rho", 0),
                                                   FloatAttribute("momentum", 0), FloatAttribute("epsilon", 0)>>);
OPDK_CPU_KERNEL(ApplyRMSProp, opdk::StepCpuKernel<RmsPropStep>);
OPDK_CPU_KERNEL(ApplyCenteredRMSPropD, opdk::StepCpuKernel<CenteredRmsPropStep>);
OPDK_CPU_KERNEL(ApplyCenteredRMSProp, opdk::StepCpuKernel<CenteredRmsPropStep>);
OPDK_CPU_KERNEL(ApplyFtrlD, opdk::StepCpuKernel<FtrlStep>);
OPDK_CPU_KERNEL(ApplyFtrl, opdk::StepCpuKernel<FtrlStep>);
OPDK_CPU_KERNEL(ApplyFtrlV2D, opdk::StepCpuKernel<FtrlV2Step>);
OPDK_CPU_KERNEL(ApplyFtrlV2, opdk::StepCpuKernel<FtrlV2Step>);
OPDK_CPU_KERNEL(ApplyProximalGradientDescent, opdk::StepCpuKernel<ProximalGradientDescentStep>);
OPDK_CPU_KERNEL(ApplyProximalAdagradD, opdk::StepCpuKernel<ProximalAdagradStep>);
OPDK_CPU_KERNEL(ApplyProximalAdagrad, opdk::StepCpuKernel<ProximalAdagradStep>);

}  // namespace

}  // namespace aicpu
