#include <onnx/onnx_pb.h>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

std::string AsInt64(UpgradeContext& context, const std::string& value) {
  if (context.values().ElementType(value) == ge::DT_INT64) return value;
  const std::string cast = context.values().NewName(value + "/int64");
  context.AddBefore("Cast", {value}, {cast}).attributes["to"] = int64_t{onnx::TensorProto::INT64};
  return cast;
}

// ONNX takes numbers of any type, wraps negative indices once and has both values in one input.
Status UpgradeOneHot(UpgradeContext& context) {
  const std::string indices = AsInt64(context, context.Input(0));
  const std::string depth = AsInt64(context, context.Input(1));
  const std::string values = context.Input(2);
  const auto name = [&](const char* suffix) { return context.values().NewName(context.Input(0) + suffix); };
  // A depth of shape [1] must not give indices of rank 0 an axis.
  const std::string shape = name("/shape"), wrapped = name("/wrapped"), negative = name("/negative");
  const std::string zero = context.AddInts("zero", {0}), added = name("/added"), index = name("/index");
  context.AddBefore("Shape", {indices}, {shape});
  context.AddBefore("Less", {indices, zero}, {negative});
  context.AddBefore("Add", {indices, depth}, {added});
  context.AddBefore("Where", {negative, added, indices}, {wrapped});
  context.AddBefore("Reshape", {wrapped, shape}, {index}).attributes["allowzero"] = int64_t{1};
  const std::string on = context.values().NewName(values + "/on"), off = context.values().NewName(values + "/off");
  context.AddBefore("Gather", {values, context.AddInts("on", {1})}, {on});
  context.AddBefore("Gather", {values, context.AddInts("off", {0})}, {off});
  context.SetInput(0, index);
  context.SetInput(1, depth);
  context.SetInput(2, on);
  context.SetInput(3, off);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(OneHot, 9);
OPDK_UPGRADE_ONNX(UpgradeOneHot, "OneHot");

}  // namespace opdk::onnx_plugin
