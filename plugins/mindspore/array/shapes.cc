#include <string>
#include <vector>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeReshape(UpgradeContext& context) {
  BecomeIr(context, "Reshape", {context.Input(0), context.AddInts("shape", IntsOf(context, 1, "shape"))});
  return {};
}

Status UpgradeFlatten(UpgradeContext& context) {
  BecomeIr(context, "Flatten", {context.Input(0)}, {{"axis", int64_t{1}}});
  return {};
}

// Makes axes that perm counts from the end axes from 0 on.
Status UpgradeTranspose(UpgradeContext& context) {
  Ints perm = IntsOf(context, 1, "perm");
  for (int64_t& axis : perm) axis += axis < 0 ? static_cast<int64_t>(perm.size()) : 0;
  BecomeIr(context, "TransposeD", {context.Input(0)}, {{"perm", perm}});
  return {};
}

Status UpgradeExpandDims(UpgradeContext& context) {
  BecomeIr(context, "Unsqueeze", {context.Input(0)}, {{"axes", IntsOf(context, 1, "axis")}});
  return {};
}

Status UpgradeSqueeze(UpgradeContext& context) {
  BecomeIr(context, "Squeeze", {context.Input(0)}, {{"axis", IntsOf(context, 1, "axis")}});
  return {};
}

Status UpgradeConcat(UpgradeContext& context) {
  const std::vector<std::string> parts = context.node().inputs;
  BecomeIr(context, "ConcatD", parts,
           {{"concat_dim", IntOf(context, 1, "axis", 0)}, {"N", static_cast<int64_t>(parts.size())}});
  return {};
}

// Joins the inputs along a new axis.
Status UpgradeStack(UpgradeContext& context) {
  const int64_t axis = IntOf(context, 1, "axis", 0);
  std::vector<std::string> parts;
  for (const std::string& part : context.node().inputs) {
    parts.push_back(AddIrStep(context, "Unsqueeze", {part}, {{"axes", Ints{axis}}}));
  }
  BecomeIr(context, "ConcatD", parts, {{"concat_dim", axis}, {"N", static_cast<int64_t>(parts.size())}});
  return {};
}

Status UpgradeSplit(UpgradeContext& context) {
  BecomeIr(context, "SplitD", {context.Input(0)},
           {{"split_dim", IntOf(context, 1, "axis", 0)},
            {"num_split", static_cast<int64_t>(context.node().outputs.size())}});
  return {};
}

Status UpgradeTile(UpgradeContext& context) {
  BecomeIr(context, "TileD", {context.Input(0)}, {{"multiples", IntsOf(context, 1, "multiples")}});
  return {};
}

Status UpgradeBroadcastTo(UpgradeContext& context) {
  BecomeIr(context, "BroadcastTo", {context.Input(0), context.AddInts("shape", IntsOf(context, 1, "shape"))});
  return {};
}

Status UpgradeCast(UpgradeContext& context) {
  OPDK_TRY(const ge::DataType type, TypeOfId(context, IntOf(context, 1, "dst_type", 0)));
  BecomeIr(context, "Cast", {context.Input(0)}, {{"dst_type", static_cast<int64_t>(type)}});
  return {};
}

// Pairs of the last axes first.
Status UpgradePad(UpgradeContext& context) {
  const Ints pads = IntsOf(context, 1, "paddings");
  OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
  const std::string mode = TextOf(context, "mode", "constant");
  if (pads.size() % 2 != 0 || static_cast<int64_t>(pads.size() / 2) > rank ||
      !BoolOf(context, SIZE_MAX, "paddings_contiguous", true)) {
    return context.Refuse("its paddings aren't known, or no pairs of the last axes");
  }
  std::vector<Ints> paddings(static_cast<size_t>(rank), Ints{0, 0});
  for (size_t i = 0; i < pads.size() / 2; ++i)
    paddings[static_cast<size_t>(rank) - 1 - i] = {pads[2 * i], pads[2 * i + 1]};
  if (mode != "constant") {
    BecomeIr(context, "PadV3D", {context.Input(0)}, {{"paddings", paddings}, {"mode", mode}});
    return {};
  }
  const std::string value = TensorArgument(context, 2);
  if (value.empty()) return context.Refuse("the value that it fills in is no tensor");
  std::vector<int64_t> flat;
  for (const Ints& pair : paddings) flat.insert(flat.end(), pair.begin(), pair.end());
  BecomeIr(context, "PadV3", {context.Input(0), context.AddInts("paddings", flat), value});
  return {};
}

Status UpgradeStridedSlice(UpgradeContext& context) {
  AttrMap masks;
  size_t argument = 4;
  for (const char* mask : {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"}) {
    masks[mask] = IntOf(context, argument++, mask, 0);
  }
  std::vector<std::string> inputs = {context.Input(0)};
  argument = 1;
  for (const char* name : {"begin", "end", "strides"}) {
    const Ints numbers = IntsOf(context, argument++, name);
    if (numbers.empty()) return context.Refuse(std::string(name) + " isn't known");
    inputs.push_back(context.AddInts(name, numbers));
  }
  BecomeIr(context, "StridedSlice", inputs, masks);
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(Reshape, Reshape);
OPDK_MAP_MINDSPORE_AS(Flatten, Flatten);
OPDK_MAP_MINDSPORE_AS(TransposeD, Transpose);
OPDK_MAP_MINDSPORE_AS(Unsqueeze, ExpandDims);
OPDK_MAP_MINDSPORE_AS(Squeeze, Squeeze);
OPDK_MAP_MINDSPORE_AS(ConcatD, Concat);
OPDK_MAP_MINDSPORE_AS(ConcatD, Stack);
OPDK_MAP_MINDSPORE_AS(SplitD, Split);
OPDK_MAP_MINDSPORE_AS(TileD, Tile);
OPDK_MAP_MINDSPORE_AS(BroadcastTo, BroadcastTo);
OPDK_MAP_MINDSPORE_AS(Cast, Cast);
OPDK_MAP_MINDSPORE_AS(PadV3, PadV3);
OPDK_MAP_MINDSPORE_AS(StridedSlice, StridedSlice);
OPDK_UPGRADE_MINDSPORE(UpgradeReshape, "Reshape");
OPDK_UPGRADE_MINDSPORE(UpgradeFlatten, "Flatten");
OPDK_UPGRADE_MINDSPORE(UpgradeTranspose, "Transpose");
OPDK_UPGRADE_MINDSPORE(UpgradeExpandDims, "ExpandDims");
OPDK_UPGRADE_MINDSPORE(UpgradeSqueeze, "Squeeze");
OPDK_UPGRADE_MINDSPORE(UpgradeConcat, "Concat");
OPDK_UPGRADE_MINDSPORE(UpgradeStack, "Stack");
OPDK_UPGRADE_MINDSPORE(UpgradeSplit, "Split");
OPDK_UPGRADE_MINDSPORE(UpgradeTile, "Tile");
OPDK_UPGRADE_MINDSPORE(UpgradeBroadcastTo, "BroadcastTo");
OPDK_UPGRADE_MINDSPORE(UpgradeCast, "Cast");
OPDK_UPGRADE_MINDSPORE(UpgradePad, "PadV3");
OPDK_UPGRADE_MINDSPORE(UpgradeStridedSlice, "StridedSlice");

}  // namespace opdk::mindspore_plugin
