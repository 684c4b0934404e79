#include <limits>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Adds a convolution of each channel. In front of x are the kernel's extent less one elements, from the past input or
// zeros. The last such elements of both are the next call's past.
Status UpgradeCausalConv(UpgradeContext& context) {
  const std::string weight = context.Input(1), bias = context.Input(2), past = context.Input(3);
  const auto channels = context.values().Dim(weight, 0), kernel = context.values().Dim(weight, 2);
  if (!channels || !kernel || *kernel < 1) return context.Refuse("the shape of weight isn't known");
  const std::string activation = context.Get<std::string>("activation").value_or("none");
  if (activation != "none" && activation != "silu" && activation != "swish") {
    return context.Refuse("activation '" + activation + "' is not none, silu or swish");
  }
  const int64_t before = *kernel - 1, end = std::numeric_limits<int64_t>::max();
  const std::string x = context.Input(0);
  const std::string padded = past.empty()
                                 ? AddStep(context, "Pad", {x, context.AddInts("pads", {0, 0, before, 0, 0, 0})})
                                 : AddConcat(context, {past, x}, 2);
  std::vector<std::string>& outputs = context.node().outputs;
  if (outputs.size() > 1 && !outputs[1].empty()) {
    const std::string start = context.AddInts("start", {before == 0 ? end : -before});
    context.AddBefore("Slice", {padded, start, context.AddInts("end", {end}), context.AddInts("axis", {2})},
                      {outputs[1]});
  }
  outputs.resize(1);
  const AttrMap attributes = {{"group", *channels}, {"kernel_shape", std::vector<int64_t>{*kernel}}};
  std::vector<std::string> inputs = {padded, weight};
  if (!bias.empty()) inputs.push_back(bias);
  Become(context, "Conv", std::move(inputs), attributes);
  if (activation == "none") return {};
  const std::string y = outputs[0];
  outputs[0] = context.values().NewName(y + "/linear");
  context.AddAfter("Swish", {outputs[0]}, {y});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Conv, CausalConvWithState, 27);
OPDK_UPGRADE_ONNX(UpgradeCausalConv, "CausalConvWithState");

}  // namespace opdk::onnx_plugin
