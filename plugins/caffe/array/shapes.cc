#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Turns the node into a Reshape. The first axes of y are `dims`, in Reshape's form. x's axes from `rest` on follow,
// unchanged.
void BecomeReshape(UpgradeContext& context, Ints dims, size_t rest, size_t rank) {
  const std::string x = context.Input(0);
  if (rest == dims.size() || rest == rank) {
    dims.insert(dims.end(), rank - rest, 0);
    BecomeIr(context, "Reshape", {x, context.AddInts("shape", dims)});
    return;
  }
  // 0 would keep the extent of an axis at another place.
  const std::string kept = AddExtents(context, x, static_cast<int64_t>(rest), static_cast<int64_t>(rank));
  BecomeIr(context, "Reshape", {x, AddJoined(context, {context.AddInts("shape", dims), kept})});
}

Status UpgradeFlatten(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t first, AxisOf(context, "axis", 1, x.size()));
  OPDK_TRY(const int64_t last, AxisOf(context, "end_axis", -1, x.size()));
  if (last < first) return context.Refuse("end_axis comes before axis");
  Ints dims(static_cast<size_t>(first), 0);
  dims.push_back(-1);
  BecomeReshape(context, dims, static_cast<size_t>(last) + 1, x.size());
  return {};
}

// Replaces num_axes axes from `axis` on. An extent of 0 keeps the input's, -1 takes the rest.
Status UpgradeReshape(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  const auto rank = static_cast<int64_t>(x.size());
  const int64_t given = IntOf(context, "axis", 0), axis = given < 0 ? given + rank + 1 : given;
  const int64_t count = IntOf(context, "num_axes", -1), end = count < 0 ? rank : axis + count;
  if (axis < 0 || axis > rank || end > rank)
    return context.Refuse("axis and num_axes name axes that its input hasn't got");
  Ints dims(static_cast<size_t>(axis), 0);
  const Ints wanted = IntsOf(context, "shape.dim");
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] < -1) return context.Refuse("a dim is below -1");
    if (wanted[i] == 0 && static_cast<size_t>(axis) + i >= x.size())
      return context.Refuse("a dim of 0 has no extent to keep");
    dims.push_back(wanted[i]);
  }
  BecomeReshape(context, dims, static_cast<size_t>(end), x.size());
  return {};
}

Status UpgradePermute(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  Ints order = IntsOf(context, "order");
  // Axes that aren't named follow in order.
  for (int64_t axis = 0; axis < static_cast<int64_t>(x.size()); ++axis) {
    if (std::find(order.begin(), order.end(), axis) == order.end()) order.push_back(axis);
  }
  BecomeIr(context, "TransposeD", {context.Input(0)}, {{"perm", order}});
  return {};
}

Status UpgradeConcat(UpgradeContext& context) {
  const std::vector<std::string> inputs = context.Inputs();
  BecomeIr(context, "ConcatD", inputs,
           {{"concat_dim", IntOf(context, "axis", IntOf(context, "concat_dim", 1))},
            {"N", static_cast<int64_t>(inputs.size())}});
  return {};
}

Status UpgradeSlice(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", IntOf(context, "slice_dim", 1), x.size()));
  const auto count = static_cast<int64_t>(context.node().outputs.size());
  const Ints points = IntsOf(context, "slice_point");
  if (points.empty()) {
    BecomeIr(context, "SplitD", {context.Input(0)}, {{"split_dim", axis}, {"num_split", count}});
    return {};
  }
  if (static_cast<int64_t>(points.size()) != count - 1)
    return context.Refuse("slice_points don't give as many slices as tops");
  Ints sizes;
  int64_t begin = 0;
  for (const int64_t point : points) {
    if (point <= begin) return context.Refuse("slice_points don't rise");
    sizes.push_back(point - begin);
    begin = point;
  }
  sizes.push_back(-1);
  BecomeIr(context, "SplitVD", {context.Input(0)}, {{"size_splits", sizes}, {"split_dim", axis}, {"num_split", count}});
  return {};
}

// Cuts the first bottom to the second one's extents from `axis` on.
Status UpgradeCrop(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const Ints like, DimsOf(context, context.Input(1)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 2, x.size()));
  if (like.size() != x.size()) return context.Refuse("its bottoms have not as many axes");
  const auto first = static_cast<size_t>(axis);
  const Ints given = IntsOf(context, "offset");
  if (given.size() > 1 && given.size() != x.size() - first)
    return context.Refuse("it has neither one offset nor one for each axis that it cuts");
  Ints offsets(x.size(), 0);
  for (size_t i = first; i < x.size() && !given.empty(); ++i) offsets[i] = given[given.size() == 1 ? 0 : i - first];
  std::string sizes = AddExtents(context, context.Input(1), axis, static_cast<int64_t>(x.size()));
  if (first > 0) sizes = AddJoined(context, {context.AddInts("whole", Ints(first, -1)), sizes});
  BecomeIr(context, "Slice", {context.Input(0), context.AddInts("offsets", offsets), sizes});
  return {};
}

Status UpgradeTile(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  Ints multiples(x.size(), 1);
  const int64_t tiles = IntOf(context, "tiles", 0);
  if (tiles < 1) return context.Refuse(fmt::format("tiles is {}, not a number above 0", tiles));
  multiples[static_cast<size_t>(axis)] = tiles;
  BecomeIr(context, "Tile", {context.Input(0), context.AddInts("multiples", multiples)});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Reshape, Flatten);
OPDK_MAP_CAFFE_AS(Reshape, Reshape);
OPDK_MAP_CAFFE_AS(TransposeD, Permute);
OPDK_MAP_CAFFE_AS(ConcatD, Concat);
OPDK_MAP_CAFFE_AS(SplitVD, Slice);
OPDK_MAP_CAFFE_AS(Slice, Crop);
OPDK_MAP_CAFFE_AS(Tile, Tile);
OPDK_UPGRADE_CAFFE(UpgradeFlatten, "Flatten");
OPDK_UPGRADE_CAFFE(UpgradeReshape, "Reshape");
OPDK_UPGRADE_CAFFE(UpgradePermute, "Permute");
OPDK_UPGRADE_CAFFE(UpgradeConcat, "Concat");
OPDK_UPGRADE_CAFFE(UpgradeSlice, "Slice");
OPDK_UPGRADE_CAFFE(UpgradeCrop, "Crop");
OPDK_UPGRADE_CAFFE(UpgradeTile, "Tile");
OPDK_CAFFE_FIELDS("flatten_param", "Flatten");
OPDK_CAFFE_FIELDS("reshape_param", "Reshape");
OPDK_CAFFE_FIELDS("permute_param", "Permute");
OPDK_CAFFE_FIELDS("concat_param", "Concat");
OPDK_CAFFE_FIELDS("slice_param", "Slice");
OPDK_CAFFE_FIELDS("crop_param", "Crop");
OPDK_CAFFE_FIELDS("tile_param", "Tile");

}  // namespace opdk::caffe_plugin
