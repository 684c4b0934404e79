#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// The slices at which the condition holds: Gather by their numbers. Without an axis the elements are taken in a row.
Status UpgradeCompress(UpgradeContext& context) {
  const std::string places = context.values().NewName(context.Input(1) + "/places");
  const std::string indices = context.values().NewName(context.Input(1) + "/indices");
  const std::string row = context.AddInts("row", {-1});
  context.AddBefore("NonZero", {context.Input(1)}, {places});
  context.AddBefore("Reshape", {places, row}, {indices});
  if (!context.Has("axis")) {
    const std::string elements = context.values().NewName(context.Input(0) + "/elements");
    context.AddBefore("Reshape", {context.Input(0), row}, {elements});
    context.SetInput(0, elements);
  }
  context.SetInput(1, indices);
  context.node().type = "Gather";
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Gather, Compress, 9);
OPDK_UPGRADE_ONNX(UpgradeCompress, "Compress");

}  // namespace opdk::onnx_plugin
