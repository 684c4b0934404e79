#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the last place on the axis, and the place in the reversed input. Their difference is the place of the last
// extremum.
std::vector<std::string> FromTheEnd(UpgradeContext& context, const std::string& type, const std::string& x,
                                    int64_t axis) {
  const std::string turned = AddIrStep(context, "ReverseV2", {x, context.AddInts("axes", {axis})});
  const std::string place = AddIrStep(context, type, {turned, context.AddInt("dimension", axis)});
  if (const auto extent = context.values().Dim(x, axis)) return {context.AddInt("last", *extent - 1), place};
  const std::string extent = AddScalarExtent(context, x, axis);
  return {AddStep(context, "Sub", {extent, context.AddInt("one", 1)}), place};
}

// Makes the axis an input, and keeps it where keepdims asks for it. Ascend IR drops the axis and chooses the first of
// equal values.
Status UpgradeArg(UpgradeContext& context) {
  const std::string type = context.node().type == "ArgMax" ? "ArgMaxV2" : "ArgMin", x = context.Input(0);
  const int64_t axis = context.Take<int64_t>("axis").value_or(0);
  const bool keep = context.Take<int64_t>("keepdims").value_or(1) != 0;
  const bool from_end = context.Take<int64_t>("select_last_index").value_or(0) != 0;
  const std::vector<std::string> inputs =
      from_end ? FromTheEnd(context, type, x, axis) : std::vector{x, context.AddInt("dimension", axis)};
  if (keep) {
    const std::string place = from_end ? AddStep(context, "Sub", inputs) : AddIrStep(context, type, inputs);
    Become(context, "Unsqueeze", {place, context.AddInts("axes", {axis})});
  } else if (from_end) {
    Become(context, "Sub", inputs);
  } else {
    context.node().inputs = inputs;
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(ArgMaxV2, ArgMax, 1);
OPDK_MAP_ONNX(ArgMin, 1);
OPDK_UPGRADE_ONNX(UpgradeArg, "ArgMax", "ArgMin");

}  // namespace opdk::onnx_plugin
