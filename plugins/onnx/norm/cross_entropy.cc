#include <limits>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Makes the attribute say that nothing is ignored where the model lacks it: no model has this label.
Status UpgradeCrossEntropy(UpgradeContext& context) {
  if (!context.Has("ignore_index")) context.Set("ignore_index", std::numeric_limits<int64_t>::min());
  return {};
}

}  // namespace

OPDK_MAP_ONNX(SoftmaxCrossEntropyLoss, 12);
OPDK_MAP_ONNX_AS(NLLLoss, NegativeLogLikelihoodLoss, 12);
OPDK_UPGRADE_ONNX(UpgradeCrossEntropy, "SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss");

}  // namespace opdk::onnx_plugin
