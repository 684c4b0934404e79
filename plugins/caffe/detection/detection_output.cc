#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Returns the number of the layer's box code: 1 to 3.
int64_t CodeOf(const UpgradeContext& context) {
  const std::string name =
      EnumOf(context, "code_type", {{"CORNER", 1}, {"CENTER_SIZE", 2}, {"CORNER_SIZE", 3}}, "CORNER");
  return name == "CENTER_SIZE" ? 2 : name == "CORNER_SIZE" ? 3 : 1;
}

// Gives [1, 1, detections of all images, 7]: the rows of SSDDetectionOutput that are detections, without their last
// number.
Status UpgradeDetectionOutput(UpgradeContext& context) {
  if (context.node().inputs.size() != 3)
    return context.Refuse("it has not three bottoms: boxes, scores and prior boxes");
  const int64_t classes = IntOf(context, "num_classes", 0);
  if (classes < 1) return context.Refuse("it has no num_classes");
  const int64_t most = IntOf(context, "keep_top_k", -1);
  if (most != -1 && most < 1) return context.Refuse("keep_top_k is neither -1 nor a number of boxes");
  const Ints rows = {-1, 8};
  const std::string detected = context.values().NewName("detections"), counts = context.values().NewName("counts");
  importer::SourceNode& ssd = context.AddBefore(
      "SSDDetectionOutput", {context.Input(0), context.Input(1), context.Input(2)}, {counts, detected});
  ssd.domain = importer::kIrDomain;
  ssd.attributes = {{"num_classes", classes},
                    {"share_location", BoolOf(context, "share_location", true)},
                    {"background_label_id", IntOf(context, "background_label_id", 0)},
                    {"iou_threshold", FloatOf(context, "nms_param.nms_threshold", 0.3F)},
                    {"top_k", IntOf(context, "nms_param.top_k", -1)},
                    {"eta", FloatOf(context, "nms_param.eta", 1)},
                    {"variance_encoded_in_target", BoolOf(context, "variance_encoded_in_target", false)},
                    {"code_type", CodeOf(context)},
                    {"keep_top_k", most},
                    {"confidence_threshold", FloatOf(context, "confidence_threshold", -3.4e38F)}};
  const std::string table = AddReshape(context, detected, rows);
  const auto column = [&](int64_t from, int64_t to) {
    return AddIrStep(context, "StridedSliceD", {table},
                     {{"begin", Ints{0, from}}, {"end", Ints{INT32_MAX, to}}, {"strides", Ints{1, 1}}});
  };
  const std::string images = AddReshape(context, column(0, 1), {-1});
  const std::string none = AddFloats(context, "none", {-0.5F}, {1});
  const std::string places = AddIrStep(context, "NonZero", {AddIrStep(context, "Greater", {images, none})});
  const std::string chosen = AddReshape(context, places, {-1});
  const std::string found = AddIrStep(context, "GatherV2D", {column(0, 7), chosen}, {{"axis", int64_t{0}}});
  BecomeIr(context, "Reshape", {found, context.AddInts("shape", {1, 1, -1, 7})});
  return {};
}

}  // namespace

// A graph neither writes files nor draws.
OPDK_MAP_CAFFE_AS(Reshape, DetectionOutput)
    .IgnoreAttrs({"save_output_param", "visualize", "visualize_threshold", "save_file"});
OPDK_CAFFE_FIELDS("detection_output_param", "DetectionOutput");
OPDK_UPGRADE_CAFFE(UpgradeDetectionOutput, "DetectionOutput");

}  // namespace opdk::caffe_plugin
