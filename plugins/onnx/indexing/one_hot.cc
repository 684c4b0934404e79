#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Casts indices and depth to int64, wraps negative indices once, and splits the input with both values.
Status UpgradeOneHot(UpgradeContext& context) {
  CastInput(context, 0, ge::DT_INT64);
  CastInput(context, 1, ge::DT_INT64);
  const std::string indices = context.Input(0), depth = context.Input(1), values = context.Input(2);
  const std::string shape = AddStep(context, "Shape", {indices});
  const std::string negative = AddStep(context, "Less", {indices, context.AddInts("zero", {0})});
  const std::string wrapped = AddStep(context, "Where", {negative, AddStep(context, "Add", {indices, depth}), indices});
  // A depth of shape [1] must not give indices of rank 0 an axis.
  context.SetInput(0, AddStep(context, "Reshape", {wrapped, shape}, {{"allowzero", int64_t{1}}}));
  const std::string on = AddGather(context, values, context.AddInts("on", {1}));
  const std::string off = AddGather(context, values, context.AddInts("off", {0}));
  context.SetInput(2, on);
  context.SetInput(3, off);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(OneHot, 9);
OPDK_UPGRADE_ONNX(UpgradeOneHot, "OneHot");

}  // namespace opdk::onnx_plugin
