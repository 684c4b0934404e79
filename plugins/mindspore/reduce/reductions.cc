#include <map>
#include <numeric>
#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

// Reduces the given axes, or all axes if none are given.
Status UpgradeReduction(UpgradeContext& context) {
  static const std::map<std::string, std::string> kTypes = {{"ReduceMean", "ReduceMeanD"}, {"ReduceSum", "ReduceSumD"},
                                                            {"ReduceMax", "ReduceMaxD"},   {"ReduceMin", "ReduceMinD"},
                                                            {"ReduceProd", "ReduceProdD"}, {"SumExt", "ReduceSumD"},
                                                            {"MeanExt", "ReduceMeanD"}};
  Ints axes = IntsOf(context, 1, "axis");
  if (axes.empty()) {
    OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
    axes.resize(static_cast<size_t>(rank));
    std::iota(axes.begin(), axes.end(), 0);
  }
  BecomeIr(context, kTypes.at(context.node().type), {context.Input(0)},
           {{"axes", axes}, {"keep_dims", BoolOf(context, 2, "keep_dims", false)}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(ReduceMeanD, ReduceMean);
OPDK_MAP_MINDSPORE_AS(ReduceSumD, ReduceSum);
OPDK_MAP_MINDSPORE_AS(ReduceMaxD, ReduceMax);
OPDK_MAP_MINDSPORE_AS(ReduceMinD, ReduceMin);
OPDK_MAP_MINDSPORE_AS(ReduceProdD, ReduceProd);
OPDK_MAP_MINDSPORE_AS(ReduceSumD, SumExt);
OPDK_MAP_MINDSPORE_AS(ReduceMeanD, MeanExt);
OPDK_UPGRADE_MINDSPORE(UpgradeReduction, "ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "SumExt",
                       "MeanExt");

}  // namespace opdk::mindspore_plugin
