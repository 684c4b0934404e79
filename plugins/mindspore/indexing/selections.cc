#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeGather(UpgradeContext& context) {
  BecomeIr(context, "GatherV2",
           {context.Input(0), TensorArgument(context, 1), context.AddInts("axis", {IntOf(context, 2, "axis", 0)})},
           {{"batch_dims", IntOf(context, 3, "batch_dims", 0)}});
  return {};
}

Status UpgradeArgmax(UpgradeContext& context) {
  OPDK_TRY(const ge::DataType type, TypeOfId(context, IntOf(context, 2, "output_type", 34)));
  BecomeIr(context, "ArgMaxD", {context.Input(0)}, {{"dimension", IntOf(context, 1, "axis", -1)}, {"dtype", type}});
  return {};
}

Status UpgradeTopK(UpgradeContext& context) {
  const std::string k = TensorArgument(context, 1);
  BecomeIr(context, "TopK", {context.Input(0), k.empty() ? context.AddInt("k", IntOf(context, 1, "k", 1)) : k},
           {{"sorted", BoolOf(context, SIZE_MAX, "sorted", true)}});
  return {};
}

Status UpgradeCumSum(UpgradeContext& context) {
  BecomeIr(context, "CumsumD", {context.Input(0)},
           {{"axis", IntOf(context, 1, "axis", 0)},
            {"exclusive", BoolOf(context, 2, "exclusive", false)},
            {"reverse", BoolOf(context, 3, "reverse", false)}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(GatherV2, Gather);
OPDK_MAP_MINDSPORE_AS(ArgMaxD, Argmax);
OPDK_MAP_MINDSPORE_AS(TopK, TopK);
OPDK_MAP_MINDSPORE_AS(CumsumD, CumSum);
OPDK_UPGRADE_MINDSPORE(UpgradeGather, "Gather");
OPDK_UPGRADE_MINDSPORE(UpgradeArgmax, "Argmax");
OPDK_UPGRADE_MINDSPORE(UpgradeTopK, "TopK");
OPDK_UPGRADE_MINDSPORE(UpgradeCumSum, "CumSum");

}  // namespace opdk::mindspore_plugin
