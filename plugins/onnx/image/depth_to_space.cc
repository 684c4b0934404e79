#include <fmt/format.h>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeBlocks(UpgradeContext& context) {
  if (const auto block = context.Take<int64_t>("blocksize")) context.Set("block_size", *block);
  context.Set("data_format", std::string("NCHW"));
  return {};
}

// Reorders the channels of mode CRD (opset 28), which counts them as [channel, block row, block column]. The prototype
// has the channel last.
Status UpgradeSpaceToDepth(UpgradeContext& context) {
  const std::string mode = context.Take<std::string>("mode").value_or("DCR");
  const int64_t block = context.IntOr("blocksize", 1);
  OPDK_TRY(UpgradeBlocks(context));
  if (mode == "DCR") return {};
  if (mode != "CRD") return context.Refuse(fmt::format("mode '{}' is neither DCR nor CRD", mode));
  const auto channels = context.values().Dim(context.Input(0), 1);
  if (!channels || *channels < 0) return context.Refuse("mode CRD needs an input of a known number of channels");
  std::vector<int64_t> order;
  for (int64_t channel = 0; channel < *channels; ++channel) {
    for (int64_t place = 0; place < block * block; ++place) order.push_back(place * *channels + channel);
  }
  std::string& output = context.node().outputs[0];
  const std::string wanted = output;
  output = context.values().NewName(wanted + "/DCR");
  context.AddAfter("Gather", {output, context.AddInts("order", order)}, {wanted}).attributes["axis"] = int64_t{1};
  return {};
}

}  // namespace

OPDK_MAP_ONNX(DepthToSpace, 1);
OPDK_MAP_ONNX(SpaceToDepth, 1);
OPDK_UPGRADE_ONNX(UpgradeBlocks, "DepthToSpace");
OPDK_UPGRADE_ONNX(UpgradeSpaceToDepth, "SpaceToDepth");

}  // namespace opdk::onnx_plugin
