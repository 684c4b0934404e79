// Operators that ONNX Runtime had before ONNX, and ONNX's own with little changed.
#include <string>
#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Values = std::vector<std::string>;

// Computes ONNX's operator of the same name.
Status BecomeOnnx(UpgradeContext& context, Values inputs) {
  const std::string y = AddStep(context, context.node().type, std::move(inputs), context.node().attributes);
  return Give(context, y);
}

Status UpgradeSame(UpgradeContext& context) { return BecomeOnnx(context, context.Inputs()); }

// Takes numbers that may be lists of one.
Status UpgradeMsRange(UpgradeContext& context) {
  Values numbers;
  for (const std::string& number : context.Inputs()) {
    if (!number.empty()) numbers.push_back(AddWithInts(context, "Reshape", number, {}));
  }
  if (numbers.size() == 2) numbers.push_back(AddScalarLike(context, "delta", 1, context.Input(0)));
  return BecomeOnnx(context, numbers);
}

// Takes paddings that may be a matrix of one row, and a value that may be a list of one.
Status UpgradeMsPad(UpgradeContext& context) {
  const std::string list = context.AddInts("list", {-1});
  Values inputs = {context.Input(0), AddBinary(context, "Reshape", context.Input(1), list)};
  if (!context.Input(2).empty()) {
    inputs.push_back(AddWithInts(context, "Reshape", context.Input(2), {}));
  }
  return BecomeOnnx(context, inputs);
}

Status UpgradeMsExpandDims(UpgradeContext& context) {
  const auto axis = context.values().Ints(context.Input(1));
  if (!axis || axis->size() != 1) return context.Refuse("its axis must be a constant, one number");
  return Give(context, AddWithInts(context, "Unsqueeze", context.Input(0), {axis->front()}));
}

// Refuses an attribute of ONNX Runtime's that ONNX's operator lacks, where it has another value than `usual`.
Status RefuseOther(UpgradeContext& context, const char* attr, int64_t usual) {
  const int64_t given = context.Take<int64_t>(attr).value_or(usual);
  if (given == usual) return {};
  return context.Refuse(std::string(attr) + " is " + std::to_string(given) + ", only " + std::to_string(usual) +
                        " is supported");
}

// Gives the node's place to ONNX's operator of the same name. Its second output may be absent.
Status BecomeOnnxOfTwo(UpgradeContext& context) {
  constexpr int64_t kSince = 27;  // the opset that has LinearAttention and CausalConvWithState
  Values given = context.node().outputs;
  Values outputs = given;
  for (std::string& output : outputs) {
    if (!output.empty()) output = context.values().NewName(output + "/of_onnx");
  }
  importer::SourceNode& same = context.AddBefore(context.node().type, context.Inputs(), outputs);
  same.version = kSince;
  same.attributes = context.node().attributes;
  if (outputs.size() > 1 && !given[1].empty()) context.AddBefore("Identity", {outputs[1]}, {given[1]});
  context.node().outputs.resize(1);
  return Give(context, outputs[0]);
}

Status UpgradeMsLinearAttention(UpgradeContext& context) {
  OPDK_TRY(RefuseOther(context, "state_window", 0));
  return BecomeOnnxOfTwo(context);
}

Status UpgradeMsCausalConv(UpgradeContext& context) {
  OPDK_TRY(RefuseOther(context, "state_window", 0));
  OPDK_TRY(RefuseOther(context, "channels_last", 0));
  OPDK_TRY(RefuseOther(context, "dilation", 1));
  OPDK_TRY(RefuseOther(context, "ndim", 1));
  return BecomeOnnxOfTwo(context);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, GatherNd, GatherND, 1);
OPDK_MAP_ONNX_OF(com.microsoft, GridSampler2D, GridSample, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Range, Range, 1);
OPDK_MAP_ONNX_OF(com.microsoft, PadV3, Pad, 1);
OPDK_MAP_ONNX_OF(com.microsoft, UnsqueezeV3, ExpandDims, 1);
OPDK_MAP_ONNX_OF(com.microsoft, LinearAttention, LinearAttention, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Conv, CausalConvWithState, 1);
OPDK_UPGRADE_ONNX(UpgradeSame, "com.microsoft::GatherND", "com.microsoft::GridSample");
OPDK_UPGRADE_ONNX(UpgradeMsRange, "com.microsoft::Range");
OPDK_UPGRADE_ONNX(UpgradeMsPad, "com.microsoft::Pad");
OPDK_UPGRADE_ONNX(UpgradeMsExpandDims, "com.microsoft::ExpandDims");
OPDK_UPGRADE_ONNX(UpgradeMsLinearAttention, "com.microsoft::LinearAttention");
OPDK_UPGRADE_ONNX(UpgradeMsCausalConv, "com.microsoft::CausalConvWithState");

}  // namespace opdk::onnx_plugin
