#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Reshapes an input of opsets before 13, which normalize each row of a matrix [product of the dimensions before axis,
// product of the rest]. Where the rest is one dimension, this is today's form.
Status UpgradeSoftmax(UpgradeContext& context) {
  const bool as_matrix = context.version() < 13;
  const int64_t axis = context.Take<int64_t>("axis").value_or(as_matrix ? 1 : -1);
  const int64_t own = as_matrix ? -1 : axis;
  if (context.node().type == "Hardmax") {
    context.Set("axis", own);
  } else {
    context.Set("axes", std::vector<int64_t>{own});
  }
  if (!as_matrix || axis == -1) return {};
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && axis == *rank - 1) return {};

  const std::string x = context.node().inputs[0];
  const std::string y = context.node().outputs[0];
  const std::string matrix = context.values().NewName(y + "/matrix");
  const std::string rows = context.values().NewName(y + "/rows");
  context.AddBefore("Flatten", {x}, {matrix}).attributes["axis"] = axis;
  const std::string shape = AddStep(context, "Shape", {x});
  context.node().inputs[0] = matrix;
  context.node().outputs[0] = rows;
  // With allowzero an extent of 0 stays 0, and doesn't copy an extent of the matrix.
  context.AddAfter("Reshape", {rows, shape}, {y}).attributes["allowzero"] = int64_t{1};
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(SoftmaxV2, Softmax, 1);
OPDK_MAP_ONNX_AS(LogSoftmaxV2, LogSoftmax, 1);
OPDK_MAP_ONNX_AS(HardMax, Hardmax, 1);
OPDK_UPGRADE_ONNX(UpgradeSoftmax, "Softmax", "LogSoftmax", "Hardmax");

}  // namespace opdk::onnx_plugin
