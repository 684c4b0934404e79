// Sums with a bias, and the operator behind them.
#include <string>
#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

std::string AddBias(UpgradeContext& context) { return AddBinary(context, "Add", context.Input(0), context.Input(1)); }

// Computes x + bias + skip.
Status UpgradeBiasAdd(UpgradeContext& context) {
  Become(context, "Add", {AddBias(context), context.Input(2)});
  return {};
}

// Computes the Softmax over `axis` and all axes behind it, as before opset 13. Which axes the bias broadcasts over
// follows from its shape.
Status UpgradeBiasSoftmax(UpgradeContext& context) {
  context.Drop("is_inner_broadcast");
  const int64_t axis = context.Take<int64_t>("axis").value_or(1);
  const std::string y = context.values().NewName(context.node().outputs[0] + "/Softmax");
  importer::SourceNode& softmax = context.AddBefore("Softmax", {AddBias(context)}, {y});
  softmax.version = 11;
  softmax.attributes = {{"axis", axis}};
  return Give(context, y);
}

// Computes left * Gelu(right), the halves of x + bias along the last axis.
Status UpgradeBiasSplitGelu(UpgradeContext& context) {
  const auto extent = context.values().Dim(context.Input(1), 0);
  if (extent && *extent % 2 != 0)
    return context.Refuse("its bias has " + std::to_string(*extent) + " elements, no halves");
  const Halves halves = AddHalves(context, AddBias(context));
  const std::string gate = AddIrStep(context, "Gelu", {halves.second}, {{"approximate", std::string("none")}});
  return Give(context, AddBinary(context, "Mul", halves.first, gate));
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Add, BiasAdd, 1);
OPDK_MAP_ONNX_OF(com.microsoft, SoftmaxV2, BiasSoftmax, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Gelu, BiasSplitGelu, 1);
OPDK_UPGRADE_ONNX(UpgradeBiasAdd, "com.microsoft::BiasAdd");
OPDK_UPGRADE_ONNX(UpgradeBiasSoftmax, "com.microsoft::BiasSoftmax");
OPDK_UPGRADE_ONNX(UpgradeBiasSplitGelu, "com.microsoft::BiasSplitGelu");

}  // namespace opdk::onnx_plugin
