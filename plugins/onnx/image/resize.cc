#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

std::string FloatList(UpgradeContext& context, const std::string& hint, const std::vector<float>& list) {
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(list.size())}), ge::FORMAT_ND, ge::DT_FLOAT);
  const auto* bytes = reinterpret_cast<const uint8_t*>(list.data());
  return context.values().NewConstant(context.Input(0) + "/" + hint,
                                      ge::Tensor(desc, bytes, list.size() * sizeof(float)));
}

struct AxesInput {
  size_t index;
  const char* name;
  int64_t count;  // of its numbers, for some axes
};

// Completes an input, which covers some axes, to all axes: takes the entries `pick` of the input joined with `others`.
Status CompleteInput(UpgradeContext& context, const AxesInput& input, const std::string& others,
                     const std::vector<int64_t>& pick) {
  const std::string given = context.Input(input.index);
  if (given.empty()) return {};
  // An input without elements stands for an absent one.
  if (context.values().Dim(given, 0) == 0) {
    context.SetInput(input.index, "");
    return {};
  }
  OPDK_TRY(const std::string checked, CheckedList(context, input.name, given, input.count));
  const std::string joined = AddConcat(context, {checked, others}, 0);
  context.SetInput(input.index, AddGather(context, joined, context.AddInts("pick", pick)));
  return {};
}

// Completes roi, scales and sizes, which may cover `axes` alone (opset 18). The other axes keep their extents.
Status CompleteAxes(UpgradeContext& context, const std::vector<int64_t>& given) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("attribute axes needs an input of known rank");
  OPDK_TRY(const std::vector<int64_t> axes, CheckedAxes(context, given, *rank));
  const auto count = static_cast<int64_t>(axes.size());
  // Entries of the other axes lie behind the given ones: [1] of scales, x's shape of sizes, [0, 1] of roi.
  std::vector<int64_t> scales(static_cast<size_t>(*rank), count), sizes, starts(scales.size(), 2 * count);
  std::vector<int64_t> ends(scales.size(), 2 * count + 1);
  for (int64_t axis = 0; axis < *rank; ++axis) sizes.push_back(count + axis);
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(axes[static_cast<size_t>(i)]);
    scales[at] = sizes[at] = starts[at] = i;
    ends[at] = count + i;
  }
  starts.insert(starts.end(), ends.begin(), ends.end());
  OPDK_TRY(CompleteInput(context, {1, "roi", 2 * count}, FloatList(context, "whole", {0, 1}), starts));
  OPDK_TRY(CompleteInput(context, {2, "scales", count}, FloatList(context, "same", {1}), scales));
  if (context.Input(3).empty()) return {};
  return CompleteInput(context, {3, "sizes", count}, AddStep(context, "Shape", {context.Input(0)}), sizes);
}

// Computes the sizes: the extents times the least or the greatest ratio of sizes to extents, rounded, halves up. The
// scale for sampling is the exact ratio, before the rounding.
void KeepAspectRatio(UpgradeContext& context, const char* choice, const std::optional<std::vector<int64_t>>& axes) {
  std::string extents = AddStep(context, "Shape", {context.Input(0)});
  if (axes && !axes->empty()) extents = AddGather(context, extents, context.AddInts("axes", *axes));
  const std::string wide = AddCast(context, extents, ge::DT_INT64, ge::DT_DOUBLE);
  const std::string sizes = AddCast(context, context.Input(3), ge::DT_INT64, ge::DT_DOUBLE);
  const std::string half = AddCast(context, context.AddScalar("half", 0.5F), ge::DT_FLOAT, ge::DT_DOUBLE);
  const std::string ratios = AddStep(context, "Div", {sizes, wide});
  const std::string ratio = AddStep(context, choice, {ratios, context.AddInts("all", {0})});
  const std::string scale = AddCast(context, ratio, ge::DT_DOUBLE, ge::DT_FLOAT);
  context.SetInput(2, AddStep(context, "Expand", {scale, AddStep(context, "Shape", {sizes})}));
  const std::string up = AddStep(context, "Add", {AddStep(context, "Mul", {wide, ratio}), half});
  context.SetInput(3, AddCast(context, AddStep(context, "Floor", {up}), ge::DT_DOUBLE, ge::DT_INT64));
}

void SampleAsymmetrically(UpgradeContext& context) {
  context.Set("coordinate_transformation_mode", std::string("asymmetric"));
  context.Set("nearest_mode", std::string("floor"));
}

std::optional<std::vector<float>> ConstantScales(UpgradeContext& context, const std::string& scales) {
  const auto tensor = context.values().ConstantValue(scales);
  if (!tensor || tensor->GetTensorDesc().GetDataType() != ge::DT_FLOAT) return std::nullopt;
  std::vector<float> values(tensor->GetSize() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), tensor->GetData(), tensor->GetSize());
  return values;
}

// Sets the rounding of opset 10: nearest rounds places up along an axis that shrinks, and down along an axis that
// grows. Where a model may have both, an additional Resize in front shrinks.
Status UpgradeResize10(UpgradeContext& context) {
  const std::string scales = context.Input(1);
  context.node().inputs = {context.Input(0), "", scales};
  SampleAsymmetrically(context);
  if (context.Get<std::string>("mode").value_or("nearest") != "nearest") return {};
  const auto known = ConstantScales(context, scales);
  const auto all = [&](auto condition) { return known && std::all_of(known->begin(), known->end(), condition); };
  if (all([](float scale) { return scale >= 1; })) return {};
  AttrMap shrinking = context.node().attributes;
  shrinking.insert_or_assign("nearest_mode", std::string("ceil"));
  if (all([](float scale) { return scale <= 1; })) {
    context.node().attributes = shrinking;
    return {};
  }
  const std::string one = context.AddScalar("one", 1);
  const std::string shrunk = AddStep(
      context, "Resize", {context.Input(0), "", AddIrStep(context, "Minimum", {scales, one})}, std::move(shrinking));
  context.SetInput(0, shrunk);
  context.SetInput(2, AddIrStep(context, "Maximum", {scales, one}));
  return {};
}

Status UpgradeResize(UpgradeContext& context) {
  if (context.version() < 11) return UpgradeResize10(context);
  const bool by_scales = !context.Input(2).empty() && context.values().Dim(context.Input(2), 0).value_or(0) > 0;
  if (by_scales && !context.Input(3).empty() && context.values().Dim(context.Input(3), 0).value_or(0) > 0) {
    return context.Refuse("both sizes and scales are given");
  }
  const std::string policy = context.Take<std::string>("keep_aspect_ratio_policy").value_or("stretch");
  const auto axes = context.Take<std::vector<int64_t>>("axes");
  if (policy != "stretch" && !context.Input(3).empty()) {
    if (policy != "not_larger" && policy != "not_smaller") {
      return context.Refuse(fmt::format("keep_aspect_ratio_policy '{}' is not known", policy));
    }
    KeepAspectRatio(context, policy == "not_larger" ? "ReduceMin" : "ReduceMax", axes);
  }
  return axes && !axes->empty() ? CompleteAxes(context, *axes) : Status();
}

// Moves the scales, an attribute before opset 9, to an input. Before opset 7 there are scales of the two axes of
// images.
Status UpgradeUpsample(UpgradeContext& context) {
  std::string scales = context.Input(1);
  if (context.version() < 7) {
    const float height = context.Take<float>("height_scale").value_or(1);
    scales = FloatList(context, "scales", {1, 1, height, context.Take<float>("width_scale").value_or(1)});
  }
  if (const auto list = context.Take<std::vector<float>>("scales")) scales = FloatList(context, "scales", *list);
  if (context.Get<std::string>("mode").value_or("") == "bilinear") context.Set("mode", std::string("linear"));
  context.SetInput(2, scales);
  context.SetInput(1, "");
  SampleAsymmetrically(context);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Resize, 10);
OPDK_UPGRADE_ONNX(UpgradeResize, "Resize");
OPDK_MAP_ONNX_AS(Resize, Upsample, 1);
OPDK_UPGRADE_ONNX(UpgradeUpsample, "Upsample");

}  // namespace opdk::onnx_plugin
