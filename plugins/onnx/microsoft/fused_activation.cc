#include "plugins/onnx/microsoft/fused_activation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

struct FusedActivation {
  std::string_view type;
  std::array<const char*, 2> parameters;  // nullptr behind the last one
};

constexpr FusedActivation kActivations[] = {
    {"Relu", {}},
    {"Tanh", {}},
    {"Sigmoid", {}},
    {"Softplus", {}},
    {"Softsign", {}},
    {"HardSwish", {}},
    {"Elu", {"alpha"}},
    {"LeakyRelu", {"alpha"}},
    {"ThresholdedRelu", {"alpha"}},
    {"HardSigmoid", {"alpha", "beta"}},
};

}  // namespace

Result<std::string> AddFusedActivation(UpgradeContext& context, const std::string& value, const std::string& type,
                                       const std::vector<float>& parameters) {
  if (type.empty()) return value;
  if (type == "Clip") {
    if (parameters.size() != 2) return context.Refuse("its activation Clip needs two parameters, the bounds");
    const std::string x = context.Input(0);
    return AddStep(
        context, type,
        {value, AddScalarLike(context, "min", parameters[0], x), AddScalarLike(context, "max", parameters[1], x)});
  }
  const auto* known = std::find_if(std::begin(kActivations), std::end(kActivations),
                                   [&](const FusedActivation& each) { return each.type == type; });
  if (known == std::end(kActivations)) return context.Refuse("its activation '" + type + "' is not supported");
  AttrMap attributes;
  for (size_t i = 0; i < parameters.size() && i < known->parameters.size(); ++i) {
    if (known->parameters[i] != nullptr) attributes[known->parameters[i]] = parameters[i];
  }
  return AddStep(context, type, {value}, std::move(attributes));
}

}  // namespace opdk::onnx_plugin
