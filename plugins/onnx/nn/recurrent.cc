#include <cctype>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Names of activations were once written in small letters, too.
void SpellActivations(UpgradeContext& context) {
  static const char* const kNames[] = {"Affine",   "Elu",        "HardSigmoid",    "LeakyRelu",
                                       "Relu",     "ScaledTanh", "Sigmoid",        "Softplus",
                                       "Softsign", "Tanh",       "ThresholdedRelu"};
  auto names = context.Take<std::vector<std::string>>("activations");
  if (!names) return;
  const auto small = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  for (std::string& name : *names) {
    for (const char* known : kNames) {
      if (small(name) == small(known)) name = known;
    }
  }
  context.Set("activations", std::move(*names));
}

// Transposes an input of layout 1, in which the batch comes first, to layout 0.
void TransposeToSteps(UpgradeContext& context, size_t input) {
  const std::string value = context.Input(input);
  if (value.empty()) return;
  context.SetInput(input, AddStep(context, "Transpose", {value}, {{"perm", std::vector<int64_t>{1, 0, 2}}}));
}
void TransposeFromSteps(UpgradeContext& context, size_t output, std::vector<int64_t> order) {
  std::vector<std::string>& outputs = context.node().outputs;
  if (output >= outputs.size() || outputs[output].empty()) return;
  const std::string wanted = outputs[output];
  outputs[output] = context.values().NewName(wanted + "/steps");
  context.AddAfter("Transpose", {outputs[output]}, {wanted}).attributes["perm"] = std::move(order);
}

Status UpgradeRecurrent(UpgradeContext& context) {
  // Until opset 6 it said whether the first output is wanted.
  context.Drop("output_sequence");
  SpellActivations(context);
  if (!context.Has("hidden_size")) {
    const auto hidden = context.values().Dim(context.Input(2), -1);
    if (!hidden) return context.Refuse("hidden_size isn't given, and the shape of R isn't known");
    context.Set("hidden_size", *hidden);
  }
  const int64_t layout = context.Take<int64_t>("layout").value_or(0);
  if (layout == 0) return {};
  if (layout != 1) return context.Refuse("layout is " + std::to_string(layout) + ", not 0 or 1");
  TransposeToSteps(context, 0);
  TransposeToSteps(context, 5);
  TransposeToSteps(context, 6);
  TransposeFromSteps(context, 0, {2, 0, 1, 3});
  TransposeFromSteps(context, 1, {1, 0, 2});
  TransposeFromSteps(context, 2, {1, 0, 2});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(CommonLSTM, LSTM, 1);
OPDK_MAP_ONNX_AS(CommonGRU, GRU, 1);
OPDK_MAP_ONNX_AS(CommonRNN, RNN, 1);
OPDK_UPGRADE_ONNX(UpgradeRecurrent, "LSTM", "GRU", "RNN");

}  // namespace opdk::onnx_plugin
