#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// The last window may hang over the end (round_mode CEIL), and a mean divides by what of the padded image it holds.
Status UpgradePooling(UpgradeContext& context) {
  const std::string pool = TextOf(context, "pool", "MAX");
  if (pool != "MAX" && pool != "AVE") return context.Refuse("pool is " + pool + ", which is training's");
  if (context.node().outputs.size() > 1) return context.Refuse("its mask, a second top, is not supported");
  const bool global = BoolOf(context, "global_pooling", false);
  Ints kernel = PairOf(context, "kernel_size", "kernel_h", "kernel_w", 0);
  const Ints strides = PairOf(context, "stride", "stride_h", "stride_w", 1);
  const Ints pads = PairOf(context, "pad", "pad_h", "pad_w", 0);
  if (global) kernel = {1, 1};
  AttrMap attributes = {
      {"ksize", Ints{1, 1, kernel[0], kernel[1]}},
      {"strides", Ints{1, 1, strides[0], strides[1]}},
      {"padding_mode", std::string("CALCULATED")},
      {"pads", Ints{pads[0], pads[0], pads[1], pads[1]}},
      {"data_format", std::string("NCHW")},
      {"global_pooling", global},
      {"ceil_mode", TextOf(context, "round_mode", "CEIL") == "CEIL" && BoolOf(context, "ceil_mode", true)}};
  if (pool == "AVE") attributes["exclusive"] = false;
  BecomeIr(context, pool == "MAX" ? "MaxPoolV3" : "AvgPoolV2", {context.Input(0)}, attributes);
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

OPDK_MAP_CAFFE_AS(MaxPoolV3, Pooling);
OPDK_UPGRADE_CAFFE(UpgradePooling, "Pooling");
OPDK_MAP_CAFFE_AS(ROIPooling, ROIPooling);
OPDK_UPGRADE_CAFFE(UpgradeRoiPooling, "ROIPooling");

}  // namespace opdk::caffe_plugin
