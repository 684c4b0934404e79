// Operators on images whose channels come last, which ONNX Runtime writes for the sake of its kernels.
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/channels_last.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeNhwcMaxPool(UpgradeContext& context) {
  OPDK_TRY(const int rank, RankWithChannelsLast(context));
  const std::string x = AddChannelsSecond(context, context.Input(0), rank);
  const std::string y = AddStep(context, "MaxPool", {x}, context.node().attributes);
  return Give(context, AddChannelsLast(context, y, rank));
}

// Resizes crops. Ascend IR's operator has the channels last, ONNX Runtime's has them second.
Status UpgradeMsCropAndResize(UpgradeContext& context) {
  constexpr int kRank = 4;
  const AttrMap attributes = {
      {"extrapolation_value", context.Take<float>("extrapolation_value").value_or(0)},
      {"method", context.Take<std::string>("mode").value_or("bilinear")},
  };
  const std::string x = AddChannelsLast(context, context.Input(0), kRank);
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const ge::DataType boxes_type = type == ge::DT_DOUBLE ? ge::DT_FLOAT : type;
  const std::string boxes = AddCast(context, context.Input(1), type, boxes_type);
  const std::string y = AddIrStep(context, "CropAndResize", {x, boxes, context.Input(2), context.Input(3)}, attributes);
  return Give(context, AddChannelsSecond(context, AddCast(context, y, boxes_type, type), kRank));
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MaxPoolND, NhwcMaxPool, 1);
OPDK_MAP_ONNX_OF(com.microsoft, CropAndResize, CropAndResize, 1);
OPDK_UPGRADE_ONNX(UpgradeNhwcMaxPool, "com.microsoft::NhwcMaxPool");
OPDK_UPGRADE_ONNX(UpgradeMsCropAndResize, "com.microsoft::CropAndResize");

}  // namespace opdk::onnx_plugin
