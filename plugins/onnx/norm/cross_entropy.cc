#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Sets ignore_index to -1, which is no class, where the attribute is absent.
Status UpgradeCrossEntropy(UpgradeContext& context) {
  if (!context.Has("ignore_index")) context.Set("ignore_index", int64_t{-1});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(SoftmaxCrossEntropyLoss, 12);
OPDK_MAP_ONNX_AS(NLLLoss, NegativeLogLikelihoodLoss, 12);
OPDK_UPGRADE_ONNX(UpgradeCrossEntropy, "SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss");

}  // namespace opdk::onnx_plugin
