#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Gathers the slices at which the condition holds. Without an axis the input's elements are gathered, in row-major
// order.
Status UpgradeCompress(UpgradeContext& context) {
  const std::string row = context.AddInts("row", {-1});
  context.SetInput(1, AddStep(context, "Reshape", {AddStep(context, "NonZero", {context.Input(1)}), row}));
  if (!context.Has("axis")) {
    context.SetInput(0, AddStep(context, "Reshape", {context.Input(0), row}));
    context.Set("axis", int64_t{0});
  }
  context.node().type = "Gather";
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GatherV2D, Compress, 9);
OPDK_UPGRADE_ONNX(UpgradeCompress, "Compress");

}  // namespace opdk::onnx_plugin
