// The activations of recurrent networks, as attributes list them.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cpu_context.h"
#include "op_impl/ai_cpu/common/logistic.h"
#include "op_impl/ai_cpu/common/vector_functions.h"

namespace opdk {

struct RecurrentActivation {
  std::string name;
  float alpha = 0;
  float beta = 0;
};

// Applies the activation to `count` values of `data`. Where clip > 0, values are limited to [-clip, clip] before.
template <typename C>
void Activate(const RecurrentActivation& activation, float clip, C* data, int64_t count) {
  Eigen::Map<Eigen::Array<C, Eigen::Dynamic, 1>> values(data, count);
  const std::string_view name = activation.name;
  const C alpha = static_cast<C>(activation.alpha), beta = static_cast<C>(activation.beta);
  if (clip > 0) {
    const C limit = static_cast<C>(clip);
    for (int64_t i = 0; i < count; ++i) data[i] = std::clamp(data[i], -limit, limit);
  }
  auto apply = [&](auto function) {
    for (int64_t i = 0; i < count; ++i) data[i] = function(data[i]);
  };
  if constexpr (std::is_same_v<C, float>) {
    const VectorFunctions* here = VectorFunctionsHere();
    if (name == "Sigmoid" && here != nullptr) return here->logistic_row(data, count);
    if (name == "Tanh" && here != nullptr) return here->tanh_row(data, count);
  }
  // Eigen's are several at once, and don't know NaN.
  const bool has_nan = (name == "Sigmoid" || name == "Tanh") && values.hasNaN();
  if (name == "Sigmoid") {
    if (has_nan || values.size() == 0) return apply([](C x) { return aicpu::Logistic(x); });
    values = (1 + (-values).exp()).inverse();
  } else if (name == "Tanh") {
    if (has_nan || values.size() == 0) return apply([](C x) { return std::tanh(x); });
    values = values.tanh();
  } else if (name == "Relu") {
    apply([](C x) { return x < 0 ? C(0) : x; });
  } else if (name == "Affine") {
    apply([&](C x) { return alpha * x + beta; });
  } else if (name == "LeakyRelu") {
    apply([&](C x) { return x < 0 ? alpha * x : x; });
  } else if (name == "ThresholdedRelu") {
    apply([&](C x) { return x > alpha || std::isnan(x) ? x : C(0); });
  } else if (name == "ScaledTanh") {
    apply([&](C x) { return alpha * std::tanh(beta * x); });
  } else if (name == "HardSigmoid") {
    apply([&](C x) { return std::clamp(alpha * x + beta, C(0), C(1)); });
  } else if (name == "Elu") {
    apply([&](C x) { return x < 0 ? alpha * std::expm1(x) : x; });
  } else if (name == "Softsign") {
    apply([](C x) { return std::isinf(x) ? std::copysign(C(1), x) : x / (1 + std::abs(x)); });
  } else if (name == "Softplus") {
    apply([](C x) { return aicpu::Softplus(x); });
  }
}

// Returns the attribute `activations`, or `defaults` for each direction. The parameters go in order to the activations
// that have parameters.
inline std::vector<RecurrentActivation> ActivationList(const aicpu::CpuKernelContext& ctx,
                                                       const std::vector<std::string>& defaults) {
  struct Parameters {
    std::string_view name;
    bool has_alpha, has_beta;
    float alpha, beta;
  };
  static constexpr Parameters kParameters[] = {
      {"Affine", true, true, 1, 0},     {"Elu", true, false, 1, 0},           {"HardSigmoid", true, true, 0.2F, 0.5F},
      {"ScaledTanh", true, true, 1, 1}, {"LeakyRelu", true, false, 0.01F, 0}, {"ThresholdedRelu", true, false, 1, 0}};
  std::vector<std::string> names;
  std::vector<float> alphas, betas;
  if (const auto* attr = ctx.GetAttr("activations")) names = attr->GetListString();
  if (const auto* attr = ctx.GetAttr("activation_alpha")) alphas = attr->GetListFloat();
  if (const auto* attr = ctx.GetAttr("activation_beta")) betas = attr->GetListFloat();
  if (names.empty()) {
    for (int direction = 0; direction < 2; ++direction) names.insert(names.end(), defaults.begin(), defaults.end());
  }
  std::vector<RecurrentActivation> list;
  size_t alpha = 0, beta = 0;
  for (const std::string& name : names) {
    RecurrentActivation activation{name};
    for (const Parameters& known : kParameters) {
      if (known.name != name) continue;
      activation.alpha = known.has_alpha && alpha < alphas.size() ? alphas[alpha++] : known.alpha;
      activation.beta = known.has_beta && beta < betas.size() ? betas[beta++] : known.beta;
    }
    list.push_back(activation);
  }
  return list;
}

}  // namespace opdk
