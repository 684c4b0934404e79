#include <string>
#include <vector>

#include "opdk/shape_rules.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the number of channels of the images in input 0, -1 where unknown.
int64_t Channels(UpgradeContext& context, bool channels_last) {
  const auto x = DimsToCheck(context, context.Input(0));
  return x && x->size() > 1 ? (channels_last ? x->back() : (*x)[1]) : -1;
}

// Normalizes groups of the channels of `x`, and applies SiLU where attribute activation is 1. An x of 16 bits is
// normalized in gamma's type.
Status BecomeGroupNorm(UpgradeContext& context, const std::string& x, bool channels_last) {
  const int64_t activation = context.Take<int64_t>("activation").value_or(0);
  if (activation != 0 && activation != 1) {
    return context.Refuse("activation is " + std::to_string(activation) + ", not 0 (none) or 1 (SiLU)");
  }
  const int64_t channels = Channels(context, channels_last);
  OPDK_TRY(CheckList(context, 1, "gamma", channels));
  OPDK_TRY(CheckList(context, 2, "beta", channels));
  const AttrMap attributes = {{"num_groups", context.Take<int64_t>("groups").value_or(0)},
                              {"eps", context.Take<float>("epsilon").value_or(1e-5F)},
                              {"data_format", std::string(channels_last ? "NHWC" : "NCHW")}};
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const ge::DataType wide = context.values().ElementType(context.Input(1));
  std::string y = AddIrStep(context, "GroupNorm", {AddCast(context, x, type, wide), context.Input(1), context.Input(2)},
                            attributes);
  if (activation == 1) y = AddIrStep(context, "Swish", {y});
  return Give(context, AddCast(context, y, wide, type));
}

bool TakesChannelsLast(UpgradeContext& context) { return context.Take<int64_t>("channels_last").value_or(1) != 0; }

Status UpgradeMsGroupNorm(UpgradeContext& context) {
  return BecomeGroupNorm(context, context.Input(0), TakesChannelsLast(context));
}

// Returns numbers of channels, [C] or [N, C], in the shape that broadcasts to the images.
std::string OfImages(UpgradeContext& context, const std::string& channels, int rank, bool channels_last) {
  if (channels_last && rank == 1) return channels;
  const std::vector<int64_t> axes = channels_last ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{-2, -1};
  return AddBinary(context, "Unsqueeze", channels, context.AddInts("axes", axes));
}

// Checks that the skip connection has the images' shape, or one number for each image and channel: [N, C], or with two
// axes of extent 1.
Status CheckSkip(UpgradeContext& context, bool channels_last) {
  const auto x = DimsToCheck(context, context.Input(0)), skip = DimsToCheck(context, context.Input(3));
  if (!x || !skip || x->size() != 4) return {};
  const std::vector<int64_t> numbers = {(*x)[0], channels_last ? (*x)[3] : (*x)[1]};
  const std::vector<int64_t> with_ones = channels_last ? std::vector<int64_t>{numbers[0], 1, 1, numbers[1]}
                                                       : std::vector<int64_t>{numbers[0], numbers[1], 1, 1};
  if (MayBeEqual(*skip, *x) || MayBeEqual(*skip, numbers) || MayBeEqual(*skip, with_ones)) return {};
  return context.Refuse("its skip connection has shape " + ShapeText(*skip) + ", which doesn't fit " + ShapeText(*x));
}

// Normalizes the sum of x, the skip connection and the bias. The sum is also output 1.
Status UpgradeSkipGroupNorm(UpgradeContext& context) {
  const bool channels_last = TakesChannelsLast(context);
  std::string skip = context.Input(3);
  const auto rank = context.values().Rank(skip);
  if (!rank) return context.Refuse("its skip connection must have a known rank");
  OPDK_TRY(CheckSkip(context, channels_last));
  if (!context.Input(4).empty()) OPDK_TRY(CheckList(context, 4, "bias", Channels(context, channels_last)));
  if (*rank == 2) skip = OfImages(context, skip, 2, channels_last);
  std::string sum = AddBinary(context, "Add", context.Input(0), skip);
  if (const std::string bias = context.Input(4); !bias.empty()) {
    sum = AddBinary(context, "Add", sum, OfImages(context, bias, 1, channels_last));
  }
  std::vector<std::string>& outputs = context.node().outputs;
  if (outputs.size() > 1 && !outputs[1].empty()) context.AddBefore("Identity", {sum}, {outputs[1]});
  outputs.resize(1);
  return BecomeGroupNorm(context, sum, channels_last);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, GroupNorm, GroupNorm, 1);
OPDK_MAP_ONNX_OF(com.microsoft, GroupNorm, SkipGroupNorm, 1);
OPDK_UPGRADE_ONNX(UpgradeMsGroupNorm, "com.microsoft::GroupNorm");
OPDK_UPGRADE_ONNX(UpgradeSkipGroupNorm, "com.microsoft::SkipGroupNorm");

}  // namespace opdk::onnx_plugin
