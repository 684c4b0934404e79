#include <fmt/format.h>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Reorders the offsets. The prototype has all columns before all rows, and the mask behind them. ONNX has a row and a
// column for each tap.
Status UpgradeDeformConv(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && *rank != 4) return context.Refuse(fmt::format("an input of rank {} is not supported, only 4 is", *rank));
  auto channels = context.values().Dim(context.Input(2), 1);
  const Ints kernel = context.Take<Ints>("kernel_shape").value_or(Ints());
  const int64_t groups = context.Take<int64_t>("offset_group").value_or(1);
  if (!channels && kernel.size() == 2) channels = 2 * groups * kernel[0] * kernel[1];
  if (!channels || *channels < 0) return context.Refuse("its offsets have an unknown number of channels");
  Ints order;
  for (int64_t part = 1; part >= 0; --part) {
    for (int64_t i = part; i < *channels; i += 2) order.push_back(i);
  }
  const AttrMap along_channels = {{"axis", int64_t{1}}};
  std::string offsets = AddGather(context, context.Input(2), context.AddInts("order", order), 1);
  if (!context.Input(4).empty()) offsets = AddConcat(context, {offsets, context.Input(4)}, 1);
  context.Set("modulated", !context.Input(4).empty());
  context.node().inputs = {context.Input(0), context.Input(1), offsets, context.Input(3)};
  const Ints strides = context.Take<Ints>("strides").value_or(Ints{1, 1});
  const Ints dilations = context.Take<Ints>("dilations").value_or(Ints{1, 1});
  const Ints pads = context.Take<Ints>("pads").value_or(Ints{0, 0, 0, 0});
  if (strides.size() != 2 || dilations.size() != 2 || pads.size() != 4) {
    return context.Refuse("strides, dilations or pads don't tell of two axes");
  }
  context.Set("strides", Ints{1, 1, strides[0], strides[1]});
  context.Set("dilations", Ints{1, 1, dilations[0], dilations[1]});
  context.Set("pads", Ints{pads[0], pads[2], pads[1], pads[3]});
  context.Set("groups", context.Take<int64_t>("group").value_or(1));
  context.Set("deformable_groups", groups);
  context.Set("data_format", std::string("NCHW"));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(DeformableConv2D, DeformConv, 19);
OPDK_UPGRADE_ONNX(UpgradeDeformConv, "DeformConv");

}  // namespace opdk::onnx_plugin
