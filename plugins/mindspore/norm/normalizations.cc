#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeBatchNorm(UpgradeContext& context) {
  if (BoolOf(context, 5, "is_training", false)) return context.Refuse("it is of training: net.set_train(False)");
  if (IntOf(context, 8, "data_format", 0) != 0 || TextOf(context, "format", "NCHW") != "NCHW") {
    return context.Refuse("its images are not [N, C, H, W]");
  }
  context.node().outputs.resize(1);
  BecomeIr(context, "BatchNorm",
           {context.Input(0), TensorArgument(context, 1), TensorArgument(context, 2), TensorArgument(context, 3),
            TensorArgument(context, 4)},
           {{"epsilon", FloatOf(context, 6, "epsilon", 1e-5F)},
            {"data_format", std::string("NCHW")},
            {"is_training", false}});
  return {};
}

Status UpgradeLayerNorm(UpgradeContext& context) {
  OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
  const auto from_the_front = [rank](int64_t axis) { return axis < 0 ? axis + rank : axis; };
  context.node().outputs.resize(1);
  BecomeIr(context, "LayerNormV3", {context.Input(0), TensorArgument(context, 1), TensorArgument(context, 2)},
           {{"begin_norm_axis", from_the_front(IntOf(context, 3, "begin_norm_axis", 1))},
            {"begin_params_axis", from_the_front(IntOf(context, 4, "begin_params_axis", 1))},
            {"epsilon", FloatOf(context, 5, "epsilon", 1e-7F)}});
  return {};
}

Status UpgradeGroupNorm(UpgradeContext& context) {
  context.node().outputs.resize(1);
  BecomeIr(context, "GroupNorm", {context.Input(0), TensorArgument(context, 2), TensorArgument(context, 3)},
           {{"num_groups", IntOf(context, 1, "num_groups", 1)},
            {"eps", FloatOf(context, 4, "eps", 1e-5F)},
            {"data_format", std::string("NCHW")}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(BatchNorm, BatchNorm);
OPDK_MAP_MINDSPORE_AS(LayerNormV3, LayerNorm);
OPDK_MAP_MINDSPORE_AS(GroupNorm, GroupNorm);
OPDK_UPGRADE_MINDSPORE(UpgradeBatchNorm, "BatchNorm");
OPDK_UPGRADE_MINDSPORE(UpgradeLayerNorm, "LayerNorm");
OPDK_UPGRADE_MINDSPORE(UpgradeGroupNorm, "GroupNorm");

}  // namespace opdk::mindspore_plugin
