#include <fmt/format.h>

#include <string>
#include <vector>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeBlocks(UpgradeContext& context) {
  if (const auto block = context.Take<int64_t>("blocksize")) context.Set("block_size", *block);
  context.Set("data_format", std::string("NCHW"));
  return {};
}

// Returns the places of the channels of mode CRD, [channel, block row, block column], among those of mode DCR, which
// has the channel last. `places`: the number of a block's elements.
std::string AddOrder(UpgradeContext& context, int64_t places) {
  if (const auto channels = context.values().Dim(context.Input(0), 1)) {
    std::vector<int64_t> order;
    for (int64_t channel = 0; channel < *channels; ++channel) {
      for (int64_t place = 0; place < places; ++place) order.push_back(place * *channels + channel);
    }
    return context.AddInts("order", order);
  }
  const std::string channels = AddScalarExtent(context, context.Input(0), 1);
  const std::string all = AddPlaces(context, AddStep(context, "Mul", {channels, context.AddInt("places", places)}));
  const std::string table = AddStep(context, "Reshape", {all, context.AddInts("table", {places, -1})});
  const std::string turned = AddStep(context, "Transpose", {table}, {{"perm", std::vector<int64_t>{1, 0}}});
  return AddStep(context, "Reshape", {turned, context.AddInts("flat", {-1})});
}

// Reorders the channels of mode CRD (opset 28).
Status UpgradeSpaceToDepth(UpgradeContext& context) {
  const std::string mode = context.Take<std::string>("mode").value_or("DCR");
  const int64_t block = context.IntOr("blocksize", 1);
  OPDK_TRY(UpgradeBlocks(context));
  if (mode == "DCR") return {};
  if (mode != "CRD") return context.Refuse(fmt::format("mode '{}' is neither DCR nor CRD", mode));
  if (block < 1) return context.Refuse(fmt::format("blocksize is {}, not above 0", block));
  const std::string order = AddOrder(context, block * block);
  std::string& output = context.node().outputs[0];
  const std::string wanted = output;
  output = context.values().NewName(wanted + "/DCR");
  context.AddAfter("Gather", {output, order}, {wanted}).attributes["axis"] = int64_t{1};
  return {};
}

}  // namespace

OPDK_MAP_ONNX(DepthToSpace, 1);
OPDK_MAP_ONNX(SpaceToDepth, 1);
OPDK_UPGRADE_ONNX(UpgradeBlocks, "DepthToSpace");
OPDK_UPGRADE_ONNX(UpgradeSpaceToDepth, "SpaceToDepth");

}  // namespace opdk::onnx_plugin
