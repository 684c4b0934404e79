#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

constexpr size_t kMean = 1, kDeviation = 2, kSum = 3;

// Returns the sum of the layer's input, the skip connection and the bias (input `bias`; "": none). The sum is also
// output 3.
std::string AddSkip(UpgradeContext& context, size_t bias) {
  std::string sum = AddStep(context, "Add", {context.Input(0), context.Input(1)});
  if (!context.Input(bias).empty()) sum = AddStep(context, "Add", {sum, context.Input(bias)});
  std::vector<std::string>& outputs = context.node().outputs;
  if (outputs.size() <= kSum) return sum;
  const std::string wanted = std::exchange(outputs[kSum], "");
  outputs.resize(kSum);
  if (!wanted.empty()) context.AddBefore("Identity", {sum}, {wanted});
  return sum;
}

Status UpgradeSkipLayerNormalization(UpgradeContext& context) {
  const float epsilon = context.Take<float>("epsilon").value_or(1e-12F);
  const std::string sum = AddSkip(context, 4), gamma = context.Input(2);
  const std::string beta = context.Input(3).empty() ? AddScalarLike(context, "beta", 0, gamma) : context.Input(3);
  BecomeIr(context, "LayerNormV3", {sum, gamma, beta},
           {{"begin_norm_axis", int64_t{-1}}, {"begin_params_axis", int64_t{-1}}, {"epsilon", epsilon}});
  return {};
}

// Turns the node into RmsNorm, which subtracts no mean and has no output for the mean.
Status UpgradeSkipSimplifiedLayerNormalization(UpgradeContext& context) {
  const float epsilon = context.Take<float>("epsilon").value_or(1e-12F);
  const std::string sum = AddSkip(context, 3);
  std::vector<std::string>& outputs = context.node().outputs;
  if (outputs.size() > kMean && !outputs[kMean].empty()) return context.Refuse("it gives no mean");
  if (outputs.size() > kDeviation) {
    outputs = {outputs[0], outputs[kDeviation]};
  } else {
    outputs.resize(1);
  }
  BecomeIr(context, "RmsNorm", {sum, context.Input(2)}, {{"epsilon", epsilon}});
  return {};
}

}  // namespace

// ONNX Runtime has LayerNormalization in all opsets.
OPDK_MAP_ONNX_AS(LayerNormV3, LayerNormalization, 1);
OPDK_MAP_ONNX_OF(com.microsoft, LayerNormV3, SkipLayerNormalization, 1);
OPDK_MAP_ONNX_OF(com.microsoft, RmsNorm, SkipSimplifiedLayerNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeSkipLayerNormalization, "com.microsoft::SkipLayerNormalization");
OPDK_UPGRADE_ONNX(UpgradeSkipSimplifiedLayerNormalization, "com.microsoft::SkipSimplifiedLayerNormalization");

}  // namespace opdk::onnx_plugin
