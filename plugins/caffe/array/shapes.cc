#include <algorithm>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

void BecomeReshape(UpgradeContext& context, const Ints& dims) {
  BecomeIr(context, "Reshape", {context.Input(0), context.AddInts("shape", dims)});
}

Status UpgradeFlatten(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t first, AxisOf(context, "axis", 1, x.size()));
  OPDK_TRY(const int64_t last, AxisOf(context, "end_axis", -1, x.size()));
  if (last < first) return context.Refuse("end_axis comes before axis");
  Ints dims(x.begin(), x.begin() + first);
  int64_t joined = 1;
  for (int64_t i = first; i <= last; ++i) joined *= x[static_cast<size_t>(i)];
  dims.push_back(joined);
  dims.insert(dims.end(), x.begin() + last + 1, x.end());
  BecomeReshape(context, dims);
  return {};
}

// 0 keeps the input's extent, -1 is what is left; num_axes axes from `axis` on are replaced.
Status UpgradeReshape(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  const auto rank = static_cast<int64_t>(x.size());
  const int64_t given = IntOf(context, "axis", 0), axis = given < 0 ? given + rank + 1 : given;
  const int64_t count = IntOf(context, "num_axes", -1), end = count < 0 ? rank : axis + count;
  if (axis < 0 || axis > rank || end > rank)
    return context.Refuse("axis and num_axes name axes that its input hasn't got");
  Ints dims(x.begin(), x.begin() + axis);
  const Ints wanted = IntsOf(context, "dim");
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t own = static_cast<size_t>(axis) + i;
    if (wanted[i] == 0 && own >= x.size()) return context.Refuse("a dim of 0 has no extent to keep");
    dims.push_back(wanted[i] == 0 ? x[own] : wanted[i]);
  }
  dims.insert(dims.end(), x.begin() + end, x.end());
  BecomeReshape(context, dims);
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
  const std::vector<std::string> inputs = context.node().inputs;
  BecomeIr(context, "ConcatD", inputs,
           {{"concat_dim", IntOf(context, "axis", IntOf(context, "concat_dim", 1))},
            {"N", static_cast<int64_t>(inputs.size())}});
  return {};
}

Status UpgradeSlice(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", IntOf(context, "slice_dim", 1), x.size()));
  const int64_t extent = x[static_cast<size_t>(axis)], count = static_cast<int64_t>(context.node().outputs.size());
  Ints points = IntsOf(context, "slice_point"), sizes;
  if (points.empty()) {
    for (int64_t i = 1; i < count; ++i) points.push_back(extent / count * i);
  }
  if (static_cast<int64_t>(points.size()) != count - 1)
    return context.Refuse("slice_points don't give as many slices as tops");
  points.push_back(extent);
  for (size_t i = 0; i < points.size(); ++i) sizes.push_back(points[i] - (i == 0 ? 0 : points[i - 1]));
  BecomeIr(context, "SplitVD", {context.Input(0)}, {{"size_splits", sizes}, {"split_dim", axis}, {"num_split", count}});
  return {};
}

// The first bottom, cut to the second one's extents from `axis` on.
Status UpgradeCrop(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const Ints like, DimsOf(context, context.Input(1)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 2, x.size()));
  if (like.size() != x.size()) return context.Refuse("its bottoms have not as many axes");
  const Ints given = IntsOf(context, "offset");
  Ints offsets(x.size(), 0), sizes = x;
  for (size_t i = static_cast<size_t>(axis), k = 0; i < x.size(); ++i, ++k) {
    offsets[i] = given.empty() ? 0 : given[std::min(k, given.size() - 1)];
    sizes[i] = like[i];
  }
  BecomeIr(context, "SliceD", {context.Input(0)}, {{"offsets", offsets}, {"size", sizes}});
  return {};
}

Status UpgradeTile(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  Ints multiples(x.size(), 1);
  multiples[static_cast<size_t>(axis)] = IntOf(context, "tiles", 1);
  BecomeIr(context, "Tile", {context.Input(0), context.AddInts("multiples", multiples)});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Reshape, Flatten);
OPDK_MAP_CAFFE_AS(Reshape, Reshape);
OPDK_MAP_CAFFE_AS(TransposeD, Permute);
OPDK_MAP_CAFFE_AS(ConcatD, Concat);
OPDK_MAP_CAFFE_AS(SplitVD, Slice);
OPDK_MAP_CAFFE_AS(SliceD, Crop);
OPDK_MAP_CAFFE_AS(Tile, Tile);
OPDK_UPGRADE_CAFFE(UpgradeFlatten, "Flatten");
OPDK_UPGRADE_CAFFE(UpgradeReshape, "Reshape");
OPDK_UPGRADE_CAFFE(UpgradePermute, "Permute");
OPDK_UPGRADE_CAFFE(UpgradeConcat, "Concat");
OPDK_UPGRADE_CAFFE(UpgradeSlice, "Slice");
OPDK_UPGRADE_CAFFE(UpgradeCrop, "Crop");
OPDK_UPGRADE_CAFFE(UpgradeTile, "Tile");

}  // namespace opdk::caffe_plugin
