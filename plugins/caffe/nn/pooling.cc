#include <limits>
#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Attributes of MaxPoolV3 and AvgPoolV2 for images [N, C, H, W].
AttrMap PoolAttributes(const Ints& kernel, const Ints& strides, const Ints& pads) {
  return {{"ksize", Ints{1, 1, kernel[0], kernel[1]}},
          {"strides", Ints{1, 1, strides[0], strides[1]}},
          {"padding_mode", std::string("CALCULATED")},
          {"pads", pads},
          {"data_format", std::string("NCHW")}};
}

// Pads the image behind each spatial axis with `value`, by a stride less one. Without rounding up, windows then begin
// where Caffe's do, even behind the image.
std::string AddMargin(UpgradeContext& context, const std::string& image, const Ints& strides, float value) {
  const std::string paddings = context.AddInts("paddings", {0, 0, 0, 0, 0, strides[0] - 1, 0, strides[1] - 1});
  return AddIrStep(context, "PadV3", {image, paddings, context.AddScalar("margin", value)});
}

// Returns the number of image elements that Caffe counts in each window along `axis`, [windows]: min(begin + kernel,
// extent) - begin.
std::string AddCounts(UpgradeContext& context, const std::string& pooled, int64_t axis, int64_t kernel,
                      int64_t stride) {
  const auto scalar = [&](const std::string& vector) { return AddReshape(context, vector, {}); };
  const std::string windows = scalar(AddExtents(context, pooled, axis, axis + 1));
  const std::string numbers =
      AddIrStep(context, "Range", {context.AddInt("zero", 0), windows, context.AddInt("one", 1)});
  const std::string begins = AddIrStep(context, "Mul", {numbers, context.AddInt("stride", stride)});
  const std::string ends = AddIrStep(context, "Minimum",
                                     {AddIrStep(context, "Add", {begins, context.AddInt("kernel", kernel)}),
                                      AddExtents(context, context.Input(0), axis, axis + 1)});
  return AddFloatCast(context, AddIrStep(context, "Sub", {ends, begins}));
}

// Turns the node into a pool without padding whose kernel is smaller than the stride, so that windows may begin behind
// the image. There Caffe's maximum is the least number. Its mean is an empty sum over the count: 0 / 0 in the first
// such window of each axis.
Status BecomeSparsePool(UpgradeContext& context, bool mean, const Ints& kernel, const Ints& strides) {
  const Ints none(4, 0);
  const std::string x = context.Input(0);
  if (!mean) {
    BecomeIr(context, "MaxPoolV3", {AddMargin(context, x, strides, std::numeric_limits<float>::lowest())},
             PoolAttributes(kernel, strides, none));
    return {};
  }
  const std::string means =
      AddIrStep(context, "AvgPoolV2", {AddMargin(context, x, strides, 0)}, PoolAttributes(kernel, strides, none));
  const std::string sums = AddIrStep(context, "Muls", {means}, {{"value", static_cast<float>(kernel[0] * kernel[1])}});
  const std::string rows = AddReshape(context, AddCounts(context, sums, 2, kernel[0], strides[0]), {-1, 1});
  const std::string counts = AddIrStep(context, "Mul", {rows, AddCounts(context, sums, 3, kernel[1], strides[1])});
  BecomeIr(context, "RealDiv", {sums, counts});
  return {};
}

// Pools images. The last window may extend beyond the end (round_mode CEIL). A mean divides by the number of elements
// of the padded image in the window.
Status UpgradePooling(UpgradeContext& context) {
  const std::string pool = EnumOf(context, "pool", {{"MAX", 0}, {"AVE", 1}, {"STOCHASTIC", 2}}, "MAX");
  if (pool == "STOCHASTIC") return context.Refuse("pool is STOCHASTIC, which is training's");
  if (context.node().outputs.size() > 1) return context.Refuse("its mask, a second top, is not supported");
  const bool global = BoolOf(context, "global_pooling", false), mean = pool == "AVE";
  Ints kernel = PairOf(context, "kernel_size", "kernel_h", "kernel_w", 0);
  const Ints strides = PairOf(context, "stride", "stride_h", "stride_w", 1);
  const Ints pads = PairOf(context, "pad", "pad_h", "pad_w", 0);
  const std::string rounding = EnumOf(context, "round_mode", {{"CEIL", 0}, {"FLOOR", 1}}, "CEIL");
  const bool rounds_up = BoolOf(context, "ceil_mode", true) && rounding == "CEIL";
  if (global && (kernel != Ints{0, 0} || strides != Ints{1, 1} || pads != Ints{0, 0})) {
    return context.Refuse("global_pooling takes the whole image: no kernel_size, stride 1 and pad 0");
  }
  if (global) kernel = {1, 1};
  if (kernel[0] < 1 || kernel[1] < 1) return context.Refuse("it has no kernel_size");
  const bool sparse = kernel[0] < strides[0] || kernel[1] < strides[1];
  if (!global && rounds_up && sparse && pads == Ints{0, 0}) return BecomeSparsePool(context, mean, kernel, strides);
  AttrMap attributes = PoolAttributes(kernel, strides, {pads[0], pads[0], pads[1], pads[1]});
  attributes["global_pooling"] = global;
  attributes["ceil_mode"] = rounds_up;
  if (mean) attributes["exclusive"] = false;
  BecomeIr(context, mean ? "AvgPoolV2" : "MaxPoolV3", {context.Input(0)}, attributes);
  return {};
}

Status UpgradeRoiPooling(UpgradeContext& context) {
  const float scale = FloatOf(context, "spatial_scale", 1);
  BecomeIr(context, "ROIPooling", {context.Input(0), context.Input(1)},
           {{"pooled_h", IntOf(context, "pooled_h", 0)},
            {"pooled_w", IntOf(context, "pooled_w", 0)},
            {"spatial_scale_h", scale},
            {"spatial_scale_w", scale}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(MaxPoolV3, Pooling).IgnoreAttrs({"engine"});
OPDK_UPGRADE_CAFFE(UpgradePooling, "Pooling");
OPDK_MAP_CAFFE_AS(ROIPooling, ROIPooling);
OPDK_UPGRADE_CAFFE(UpgradeRoiPooling, "ROIPooling");
OPDK_CAFFE_FIELDS("pooling_param", "Pooling");
OPDK_CAFFE_FIELDS("roi_pooling_param", "ROIPooling");

}  // namespace opdk::caffe_plugin
