// Steps by the mean of gradients and a measure of their size, element by element.
#include <cmath>

#include "op_impl/ai_cpu/training/step.h"

namespace aicpu {
namespace {

using opdk::Blend;
using opdk::FloatAttribute;
using opdk::Nesterov;
using opdk::NoAttributes;
using opdk::WithAttributes;

template <typename C>
C Greater(C a, C b) {
  return std::isnan(a) || a > b ? a : b;
}

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

OPDK_CPU_KERNEL(ApplyAdamD, opdk::StepCpuKernel<AdamStep>);
OPDK_CPU_KERNEL(ApplyAdam, opdk::StepCpuKernel<AdamStep>);
OPDK_CPU_KERNEL(ApplyAdamWithAmsgradD,
                opdk::StepCpuKernel<WithAttributes<AmsgradStep, 7, FloatAttribute("beta1", 0),
                                                   FloatAttribute("beta2", 0), FloatAttribute("epsilon", 0)>>);
OPDK_CPU_KERNEL(ApplyAdamWithAmsgrad, opdk::StepCpuKernel<AmsgradStep>);
OPDK_CPU_KERNEL(ApplyAdamWithAmsgradV2, opdk::StepCpuKernel<AmsgradStep>);
OPDK_CPU_KERNEL(ApplyAdaMaxD, opdk::StepCpuKernel<AdaMaxStep>);
OPDK_CPU_KERNEL(ApplyAdaMax, opdk::StepCpuKernel<AdaMaxStep>);
OPDK_CPU_KERNEL(AdamApplyOne, opdk::StepCpuKernel<AdamApplyOneStep>);
OPDK_CPU_KERNEL(AdamApplyOneWithDecay, opdk::StepCpuKernel<AdamApplyOneWithDecayStep>);

}  // namespace

}  // namespace aicpu
