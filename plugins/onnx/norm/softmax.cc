#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 13 the input was seen as a matrix, [product of the dimensions before axis, product of the rest], and
// each row normalised as a whole. Where the rest is one dimension that is today's form.
Status UpgradeSoftmax(UpgradeContext& context) {
  if (context.version() >= 13) return {};
  const int64_t axis = context.IntOr("axis", 1);
  context.Set("axis", int64_t{-1});
  if (axis == -1) return {};
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && axis == *rank - 1) return {};

  const std::string x = context.node().inputs[0];
  const std::string y = context.node().outputs[0];
  const std::string matrix = context.values().NewName(y + "/matrix");
  const std::string rows = context.values().NewName(y + "/rows");
  const std::string shape = context.values().NewName(y + "/shape");
  context.AddBefore("Flatten", {x}, {matrix}).attributes["axis"] = axis;
  context.AddBefore("Shape", {x}, {shape});
  context.node().inputs[0] = matrix;
  context.node().outputs[0] = rows;
  context.AddAfter("Reshape", {rows, shape}, {y});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Softmax, 1);
OPDK_MAP_ONNX(LogSoftmax, 1);
OPDK_UPGRADE_ONNX(UpgradeSoftmax, "Softmax", "LogSoftmax");

}  // namespace opdk::onnx_plugin
