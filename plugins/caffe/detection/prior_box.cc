#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// A thousand times what networks have; a text of a few bytes may ask for any number.
constexpr int64_t kMostBoxes = int64_t{1} << 22;
constexpr size_t kMostRatios = 256;

struct Boxes {
  std::vector<float> widths, heights;  // of the boxes around each place, in pixels
};

// Each min_size: a square, one between it and its max_size, and one for each ratio.
Result<Boxes> BoxesOf(UpgradeContext& context) {
  const std::vector<float> smallest = FloatsOf(context, "min_size"), largest = FloatsOf(context, "max_size");
  if (smallest.empty()) return context.Refuse("it has no min_size");
  if (!largest.empty() && largest.size() != smallest.size())
    return context.Refuse("it has not a max_size for each min_size");
  std::vector<float> ratios;
  for (const float ratio : FloatsOf(context, "aspect_ratio")) {
    const auto known = [&ratios](float each) {
      return each == 1 ||
             std::any_of(ratios.begin(), ratios.end(), [each](float other) { return std::abs(each - other) < 1e-6F; });
    };
    if (known(ratio)) continue;
    if (ratios.size() >= kMostRatios) return context.Refuse(fmt::format("it has more than {} ratios", kMostRatios));
    ratios.push_back(ratio);
    if (BoolOf(context, "flip", true)) ratios.push_back(1 / ratio);
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

// Where the boxes of a feature map's places lie in the image, and what their offsets are multiplied by: shapes say it all, so
// that it is a constant, [1, 2, numbers].
Status UpgradePriorBox(UpgradeContext& context) {
  OPDK_TRY(const Ints map, DimsOf(context, context.Input(0)));
  OPDK_TRY(const Ints image, DimsOf(context, context.Input(1)));
  if (map.size() != 4 || image.size() != 4) return context.Refuse("its bottoms are no images, [N, C, H, W]");
  OPDK_TRY(const Boxes boxes, BoxesOf(context));
  const Ints size = PairOf(context, "img_size", "img_h", "img_w", 0);
  const auto height = static_cast<float>(size[0] == 0 ? image[2] : size[0]);
  const auto width = static_cast<float>(size[1] == 0 ? image[3] : size[1]);
  const float step = FloatOf(context, "step", 0), offset = FloatOf(context, "offset", 0.5F);
  float step_h = FloatOf(context, "step_h", step), step_w = FloatOf(context, "step_w", step);
  if (step_h == 0) step_h = height / static_cast<float>(map[2]);
  if (step_w == 0) step_w = width / static_cast<float>(map[3]);
  const int64_t places = kMostBoxes / static_cast<int64_t>(boxes.widths.size());
  if (map[2] != 0 && map[3] > places / map[2]) {
    return context.Refuse(fmt::format("{} x {} places with {} boxes each are more than {} boxes", map[2], map[3],
                                      boxes.widths.size(), kMostBoxes));
  }
  const bool clip = BoolOf(context, "clip", false);
  std::vector<float> numbers;
  const auto add = [&](float number) { numbers.push_back(clip ? std::clamp(number, 0.0F, 1.0F) : number); };
  for (int64_t h = 0; h < map[2]; ++h) {
    for (int64_t w = 0; w < map[3]; ++w) {
      const float y = (static_cast<float>(h) + offset) * step_h, x = (static_cast<float>(w) + offset) * step_w;
      for (size_t i = 0; i < boxes.widths.size(); ++i) {
        add((x - boxes.widths[i] / 2) / width);
        add((y - boxes.heights[i] / 2) / height);
        add((x + boxes.widths[i] / 2) / width);
        add((y + boxes.heights[i] / 2) / height);
      }
    }
  }
  const size_t count = numbers.size();
  std::vector<float> variances = FloatsOf(context, "variance");
  if (variances.empty()) variances = {0.1F};
  if (variances.size() != 1 && variances.size() != 4) return context.Refuse("it has neither one nor four variances");
  for (size_t i = 0; i < count; ++i) numbers.push_back(variances[variances.size() == 1 ? 0 : i % 4]);
  BecomeIr(context, "Identity", {AddFloats(context, "boxes", numbers, {1, 2, static_cast<int64_t>(count)})});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Identity, PriorBox);
OPDK_UPGRADE_CAFFE(UpgradePriorBox, "PriorBox");

}  // namespace opdk::caffe_plugin
