#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Most boxes: a thousand times the number in real networks. A text of a few bytes may ask for any number.
constexpr int64_t kMostBoxes = int64_t{1} << 22;
constexpr size_t kMostRatios = 256;

struct Boxes {
  std::vector<float> widths, heights;  // of the boxes around each place, in pixels
};

// Returns the boxes of each min_size: a square, a square between it and its max_size, and a box for each ratio.
Result<Boxes> BoxesOf(UpgradeContext& context) {
  const std::vector<float> smallest = FloatsOf(context, "min_size"), largest = FloatsOf(context, "max_size");
  if (smallest.empty()) return context.Refuse("it has no min_size");
  if (!largest.empty() && largest.size() != smallest.size())
    return context.Refuse("it has not a max_size for each min_size");
  const bool flips = BoolOf(context, "flip", true);
  std::vector<float> ratios;
  for (const float ratio : FloatsOf(context, "aspect_ratio")) {
    const auto known = [&ratios](float each) {
      return each == 1 ||
             std::any_of(ratios.begin(), ratios.end(), [each](float other) { return std::abs(each - other) < 1e-6F; });
    };
    if (known(ratio)) continue;
    if (ratios.size() >= kMostRatios) return context.Refuse(fmt::format("it has more than {} ratios", kMostRatios));
    ratios.push_back(ratio);
    if (flips) ratios.push_back(1 / ratio);
  }
  Boxes boxes;
  const auto add = [&boxes](float width, float height) {
    boxes.widths.push_back(width);
    boxes.heights.push_back(height);
  };
  for (size_t i = 0; i < smallest.size(); ++i) {
    add(smallest[i], smallest[i]);
    if (!largest.empty()) add(std::sqrt(smallest[i] * largest[i]), std::sqrt(smallest[i] * largest[i]));
    for (const float ratio : ratios) add(smallest[i] * std::sqrt(ratio), smallest[i] / std::sqrt(ratio));
  }
  return boxes;
}

// Returns the extent of an image along `axis`, or `given` unless it is 0: a vector of one float.
std::string ExtentOf(UpgradeContext& context, const std::string& image, int64_t axis, int64_t given) {
  if (given != 0) return AddFloats(context, "extent", {static_cast<float>(given)}, {1});
  return AddFloatCast(context, AddExtents(context, image, axis, axis + 1));
}

// Returns the places of a feature map's elements along `axis` in the image, [places], in pixels. `step` 0: the map
// covers the image.
std::string PlacesOf(UpgradeContext& context, const std::string& map, int64_t axis, float step, float offset,
                     const std::string& extent) {
  const std::string count = AddExtents(context, map, axis, axis + 1);
  const std::string numbers = AddIrStep(
      context, "Range", {context.AddInt("zero", 0), AddReshape(context, count, {}), context.AddInt("one", 1)});
  const std::string middles = AddIrStep(context, "Adds", {AddFloatCast(context, numbers)}, {{"value", offset}});
  const std::string pixels = step == 0 ? AddIrStep(context, "RealDiv", {extent, AddFloatCast(context, count)})
                                       : AddFloats(context, "step", {step}, {1});
  return AddIrStep(context, "Mul", {middles, pixels});
}

// Checks the number of boxes. E2001: it is more than any network has, as far as the extents are known.
Status CheckNumber(UpgradeContext& context, const Ints& map, size_t boxes) {
  const int64_t places = kMostBoxes / static_cast<int64_t>(boxes);
  if (map[2] < 1 || map[3] < 1 || map[3] <= places / map[2]) return {};
  return context.Refuse(
      fmt::format("{} x {} places with {} boxes each are more than {} boxes", map[2], map[3], boxes, kMostBoxes));
}

// Computes the boxes around each place of a feature map, in fractions of the image, and the factors of their offsets:
// [1, 2, numbers]. A box is left, top, right, bottom:
//   places [H, W, 1, 4] = x * [1, 0, 1, 0] + y * [0, 1, 0, 1], halves [boxes, 4] = [-w, -h, w, h] / 2
//   numbers [H, W, boxes, 4] = (places + halves) / [width, height, width, height]
// The extents are taken in the run, so the boxes fit each image.
Status UpgradePriorBox(UpgradeContext& context) {
  const std::string map = context.Input(0), image = context.Input(1);
  OPDK_TRY(const Ints map_dims, DimsOf(context, map));
  OPDK_TRY(const Ints image_dims, DimsOf(context, image));
  if (map_dims.size() != 4 || image_dims.size() != 4) return context.Refuse("its bottoms are no images, [N, C, H, W]");
  OPDK_TRY(const Boxes boxes, BoxesOf(context));
  const size_t count = boxes.widths.size();
  OPDK_TRY(CheckNumber(context, map_dims, count));
  std::vector<float> variances = FloatsOf(context, "variance");
  if (variances.empty()) variances = {0.1F};
  if (variances.size() == 1) variances.resize(4, variances[0]);
  if (variances.size() != 4) return context.Refuse("it has neither one nor four variances");
  const Ints size = PairOf(context, "img_size", "img_h", "img_w", 0);
  const float step = FloatOf(context, "step", 0), offset = FloatOf(context, "offset", 0.5F);
  const std::string height = ExtentOf(context, image, 2, size[0]), width = ExtentOf(context, image, 3, size[1]);
  const std::string ys = PlacesOf(context, map, 2, FloatOf(context, "step_h", step), offset, height);
  const std::string xs = PlacesOf(context, map, 3, FloatOf(context, "step_w", step), offset, width);
  const std::string across = AddIrStep(
      context, "Mul", {AddReshape(context, xs, {1, -1, 1, 1}), AddFloats(context, "across", {1, 0, 1, 0}, {4})});
  const std::string down = AddIrStep(
      context, "Mul", {AddReshape(context, ys, {-1, 1, 1, 1}), AddFloats(context, "down", {0, 1, 0, 1}, {4})});
  std::vector<float> halves;
  for (size_t i = 0; i < count; ++i) {
    const float w = boxes.widths[i] / 2, h = boxes.heights[i] / 2;
    halves.insert(halves.end(), {-w, -h, w, h});
  }
  const std::string places = AddIrStep(context, "Add", {across, down});
  const std::string edges =
      AddIrStep(context, "Add", {places, AddFloats(context, "halves", halves, {static_cast<int64_t>(count), 4})});
  std::string numbers = AddIrStep(context, "RealDiv", {edges, AddJoined(context, {width, height, width, height})});
  if (BoolOf(context, "clip", false)) {
    numbers = AddIrStep(context, "ClipByValue", {numbers, context.AddScalar("least", 0), context.AddScalar("most", 1)});
  }
  const std::string shape = AddIrStep(context, "Shape", {numbers}, {{"dtype", static_cast<int64_t>(ge::DT_INT64)}});
  const std::string factors =
      AddIrStep(context, "BroadcastTo", {AddFloats(context, "variances", variances, {4}), shape});
  BecomeIr(context, "ConcatD", {AddReshape(context, numbers, {1, 1, -1}), AddReshape(context, factors, {1, 1, -1})},
           {{"concat_dim", int64_t{1}}, {"N", int64_t{2}}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(ConcatD, PriorBox);
OPDK_UPGRADE_CAFFE(UpgradePriorBox, "PriorBox");
OPDK_CAFFE_FIELDS("prior_box_param", "PriorBox");

}  // namespace opdk::caffe_plugin
