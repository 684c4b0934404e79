#include <limits>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeSize(UpgradeContext& context) {
  context.Set("dtype", int64_t{ge::DT_INT64});
  return {};
}

// Cuts the shape: since opset 15 the attributes start and end choose some of the extents.
Status UpgradeShape(UpgradeContext& context) {
  const auto start = context.Take<int64_t>("start"), end = context.Take<int64_t>("end");
  context.Set("dtype", int64_t{ge::DT_INT64});
  if (start.value_or(0) == 0 && !end) return {};
  std::string& output = context.node().outputs[0];
  const std::string wanted = output;
  output = context.values().NewName(wanted + "/all");
  const std::string from = context.AddInts("start", {start.value_or(0)});
  const std::string to = context.AddInts("end", {end.value_or(std::numeric_limits<int64_t>::max())});
  context.AddAfter("Slice", {output, from, to}, {wanted});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Shape, 1);
OPDK_MAP_ONNX(Size, 1);
OPDK_UPGRADE_ONNX(UpgradeShape, "Shape");
OPDK_UPGRADE_ONNX(UpgradeSize, "Size");

}  // namespace opdk::onnx_plugin
