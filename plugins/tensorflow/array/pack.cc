#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

AttrMap JoinAlong(int64_t axis, size_t count) { return {{"concat_dim", axis}, {"N", static_cast<int64_t>(count)}}; }

// Joins the inputs along a new axis.
Status UpgradePack(UpgradeContext& context) {
  const int64_t axis = context.IntOr("axis", 0);
  std::vector<std::string> parts;
  const std::vector<std::string> inputs = context.node().inputs;
  for (const std::string& input : inputs) parts.push_back(AddUnsqueeze(context, input, axis));
  if (parts.empty()) return context.Refuse("it has no inputs");
  const size_t count = parts.size();
  BecomeIr(context, "ConcatD", std::move(parts), JoinAlong(axis, count));
  return {};
}

Status UpgradeParallelConcat(UpgradeContext& context) {
  const std::vector<std::string> inputs = context.node().inputs;
  BecomeIr(context, "ConcatD", inputs, JoinAlong(0, inputs.size()));
  return {};
}

// Slices of extent 1 along the axis, without it.
Status UpgradeUnpack(UpgradeContext& context) {
  const int64_t axis = context.IntOr("axis", 0);
  const size_t count = context.node().outputs.size();
  for (size_t i = 0; i < count; ++i) AddIrStepAfter(context, i, "Squeeze", {{"axis", std::vector<int64_t>{axis}}});
  BecomeIr(context, "SplitD", {context.Input(0)}, {{"split_dim", axis}, {"num_split", static_cast<int64_t>(count)}});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(ConcatD, Pack);
OPDK_MAP_TENSORFLOW_AS(ConcatD, ParallelConcat).IgnoreAttrs({"shape"});
OPDK_MAP_TENSORFLOW_AS(SplitD, Unpack);
OPDK_UPGRADE_TENSORFLOW(UpgradePack, "Pack");
OPDK_UPGRADE_TENSORFLOW(UpgradeParallelConcat, "ParallelConcat");
OPDK_UPGRADE_TENSORFLOW(UpgradeUnpack, "Unpack");

}  // namespace opdk::tensorflow_plugin
