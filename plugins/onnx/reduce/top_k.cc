#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Moves k, an attribute before opset 10, to an input.
Status UpgradeTopK(UpgradeContext& context) {
  if (const auto k = context.Take<int64_t>("k")) context.SetInput(1, context.AddInts("k", {*k}));
  context.Rename("axis", "dim");
  OPDK_TRY(context.IntToBool("largest"));
  OPDK_TRY(context.IntToBool("sorted"));
  CastOutput(context, 1, ge::DT_INT64);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(TopK, 1);
OPDK_UPGRADE_ONNX(UpgradeTopK, "TopK");

}  // namespace opdk::onnx_plugin
