#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 13 the input was seen as a matrix, [product of the dimensions before axis, product of the rest], and
// each row normalised as a whole. Where the rest is one dimension that is today's form.
Status UpgradeSoftmax(UpgradeContext& context) {
  if (context.opset() >= 13) return {};
  const int64_t axis = context.IntOr("axis", 1);
  context.SetInt("axis", -1);
  const auto rank = context.types().Rank(context.Input(0));
  if (axis == -1 || (rank && axis == *rank - 1)) return {};

  onnx::NodeProto& node = context.node();
  const std::string x = node.input(0);
  const std::string y = node.output(0);
  const std::string matrix = context.NewValue(y + "/matrix");
  const std::string rows = context.NewValue(y + "/rows");
  const std::string shape = context.NewValue(y + "/shape");
  auto* flatten_axis = context.AddBefore("Flatten", {x}, {matrix}).add_attribute();
  flatten_axis->set_name("axis");
  flatten_axis->set_type(onnx::AttributeProto::INT);
  flatten_axis->set_i(axis);
  context.AddBefore("Shape", {x}, {shape});
  node.set_input(0, matrix);
  node.set_output(0, rows);
  context.AddAfter("Reshape", {rows, shape}, {y});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Softmax, 1);
OPDK_MAP_ONNX(LogSoftmax, 1);
OPDK_UPGRADE_ONNX(UpgradeSoftmax, "Softmax", "LogSoftmax");

}  // namespace opdk::onnx_plugin
