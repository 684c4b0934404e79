#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeGelu(UpgradeContext& context) {
  BecomeIr(context, "Gelu", {context.Input(0)}, {{"approximate", std::string("tanh")}});
  return {};
}

Status UpgradeElu(UpgradeContext& context) {
  BecomeIr(context, "Elu", {context.Input(0)}, {{"alpha", FloatOf(context, 1, "alpha", 1)}});
  return {};
}

Status UpgradeLeakyRelu(UpgradeContext& context) {
  BecomeIr(context, "LeakyRelu", {context.Input(0)}, {{"negative_slope", FloatOf(context, 1, "alpha", 0.2F)}});
  return {};
}

// Reshapes the weight, which has a number for each channel, to the second axis.
Status UpgradePrelu(UpgradeContext& context) {
  std::string weight = TensorArgument(context, 1);
  OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
  if (rank > 2) {
    Ints shape(static_cast<size_t>(rank) - 1, 1);
    shape[0] = -1;
    weight = AddIrStep(context, "Reshape", {weight, context.AddInts("channels", shape)});
  }
  BecomeIr(context, "PRelu", {context.Input(0), weight});
  return {};
}

Status UpgradeSoftmax(UpgradeContext& context) {
  BecomeIr(context, context.node().type == "Softmax" ? "SoftmaxV2" : "LogSoftmaxV2", {context.Input(0)},
           {{"axes", IntsOf(context, 1, "axis", {-1})}});
  return {};
}

// Computes min(max(x, low), high). One of the bounds may be None.
Status UpgradeClamp(UpgradeContext& context) {
  std::string x = context.Input(0);
  for (const size_t argument : {1, 2}) {
    if (!context.Has(ArgumentName(argument))) continue;
    OPDK_TRY(const std::string end, AddScalarLike(context, "end", FloatOf(context, argument, "", 0)));
    x = AddIrStep(context, argument == 1 ? "Maximum" : "Minimum", {x, end});
  }
  BecomeIr(context, "Identity", {x});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(Gelu, GeLU);
OPDK_MAP_MINDSPORE_AS(Elu, Elu);
OPDK_MAP_MINDSPORE_AS(LeakyRelu, LeakyReLU);
OPDK_MAP_MINDSPORE_AS(PRelu, PReLU);
OPDK_MAP_MINDSPORE_AS(SoftmaxV2, Softmax);
OPDK_MAP_MINDSPORE_AS(LogSoftmaxV2, LogSoftmax);
OPDK_MAP_MINDSPORE_AS(Identity, ClampScalar);
OPDK_UPGRADE_MINDSPORE(UpgradeGelu, "GeLU");
OPDK_UPGRADE_MINDSPORE(UpgradeElu, "Elu");
OPDK_UPGRADE_MINDSPORE(UpgradeLeakyRelu, "LeakyReLU");
OPDK_UPGRADE_MINDSPORE(UpgradePrelu, "PReLU");
OPDK_UPGRADE_MINDSPORE(UpgradeSoftmax, "Softmax", "LogSoftmax");
OPDK_UPGRADE_MINDSPORE(UpgradeClamp, "ClampScalar");

}  // namespace opdk::mindspore_plugin
