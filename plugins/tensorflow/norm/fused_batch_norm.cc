#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

// Drops running statistics that are empty, as they may be in training. Then the batch's own statistics are the outputs.
Status UpgradeBatchNorm(UpgradeContext& context) {
  for (const size_t input : {3, 4}) {
    if (context.values().Dim(context.Input(input), 0) == 0) context.SetInput(input, "");
  }
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(BatchNorm, FusedBatchNorm);
OPDK_MAP_TENSORFLOW_AS(BatchNorm, FusedBatchNormV2);
OPDK_MAP_TENSORFLOW_AS(BatchNorm, FusedBatchNormV3);
OPDK_MAP_TENSORFLOW_AS(BatchNormGrad, FusedBatchNormGrad);
OPDK_MAP_TENSORFLOW_AS(BatchNormGrad, FusedBatchNormGradV2);
OPDK_MAP_TENSORFLOW_AS(BatchNormGrad, FusedBatchNormGradV3);
OPDK_UPGRADE_TENSORFLOW(UpgradeBatchNorm, "FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3");

}  // namespace opdk::tensorflow_plugin
