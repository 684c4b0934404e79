#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Without the attribute nothing is ignored: -1 is no class.
Status UpgradeCrossEntropy(UpgradeContext& context) {
  if (!context.Has("ignore_index")) context.Set("ignore_index", int64_t{-1});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(SoftmaxCrossEntropyLoss, 12);
OPDK_MAP_ONNX_AS(NLLLoss, NegativeLogLikelihoodLoss, 12);
OPDK_UPGRADE_ONNX(UpgradeCrossEntropy, "SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss");

}  // namespace opdk::onnx_plugin
