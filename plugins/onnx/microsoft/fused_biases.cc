// Sums with a bias, and the operator behind them.
#include <string>
#include <vector>

#include "opdk/shape_rules.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

std::string AddBias(UpgradeContext& context) { return AddBinary(context, "Add", context.Input(0), context.Input(1)); }

// Checks that the bias is a list as long as the last axis of x.
Status CheckBias(UpgradeContext& context) {
  const auto x = DimsToCheck(context, context.Input(0));
  return CheckList(context, 1, "bias", x && !x->empty() ? x->back() : -1);
}

// Returns whether `part` broadcasts to `whole` without making it larger, as far as the extents are known.
bool BroadcastsTo(const std::vector<int64_t>& part, const std::vector<int64_t>& whole) {
  if (part.size() > whole.size()) return false;
  for (size_t i = 0; i < part.size(); ++i) {
    const int64_t a = part[part.size() - 1 - i], b = whole[whole.size() - 1 - i];
    if (a > 1 && b >= 0 && a != b) return false;
  }
  return true;
}

// Computes x + bias + skip.
Status UpgradeBiasAdd(UpgradeContext& context) {
  OPDK_TRY(CheckBias(context));
  const auto x = DimsToCheck(context, context.Input(0)), skip = DimsToCheck(context, context.Input(2));
  if (x && skip && !MayBeEqual(*x, *skip)) {
    return context.Refuse("skip has shape " + ShapeText(*skip) + ", and x has " + ShapeText(*x));
  }
  Become(context, "Add", {AddBias(context), context.Input(2)});
  return {};
}

// Computes the Softmax over `axis` and all axes behind it, as before opset 13. Which axes the bias broadcasts over
// follows from its shape.
Status UpgradeBiasSoftmax(UpgradeContext& context) {
  context.Drop("is_inner_broadcast");
  const int64_t axis = context.Take<int64_t>("axis").value_or(1);
  const auto x = DimsToCheck(context, context.Input(0)), bias = DimsToCheck(context, context.Input(1));
  const int64_t rank = x ? static_cast<int64_t>(x->size()) : 0;
  if (x && (axis < -rank || axis >= rank)) {
    return context.Refuse("axis is " + std::to_string(axis) + ", and its input " + ShapeText(*x) + " has " +
                          std::to_string(rank) + " axes");
  }
  if (x && bias && !BroadcastsTo(*bias, *x)) {
    return context.Refuse("bias has shape " + ShapeText(*bias) + ", which doesn't broadcast to " + ShapeText(*x));
  }
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
  OPDK_TRY(CheckBias(context));
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
