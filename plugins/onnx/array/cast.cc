#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include "opdk/infer_error.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Converts the number of the type from ONNX's numbering to CANN's.
domi::Status MapCast(const ge::Operator& source, ge::Operator& target) {
  int64_t to = 0;
  static_cast<void>(source.GetAttr("to", to));
  const ge::DataType type = FromOnnxType(static_cast<int32_t>(to));
  if (type == ge::DT_UNDEFINED) {
    ReportInferError(target, fmt::format("casting to {} is not supported", OnnxTypeName(static_cast<int32_t>(to))));
    return domi::FAILED;
  }
  target.SetAttr("dst_type", static_cast<int64_t>(type));
  return domi::SUCCESS;
}

// Converts the type's name, which Cast had before opset 6, to its number.
Status UpgradeCast(UpgradeContext& context) {
  if (context.version() >= 6) return {};
  const std::string name = context.Take<std::string>("to").value_or("");
  onnx::TensorProto_DataType type = onnx::TensorProto::UNDEFINED;
  if (!onnx::TensorProto_DataType_Parse(name, &type)) {
    return context.Refuse(fmt::format("'{}' is not an element type", name));
  }
  context.Set("to", int64_t{type});
  return {};
}

// Casts to the element type of the second input.
Status UpgradeCastLike(UpgradeContext& context) {
  const ge::DataType type = context.values().ElementType(context.Input(1));
  if (type == ge::DT_UNDEFINED) return context.Refuse("the element type of its second input is not known");
  context.node().type = "Cast";
  context.node().inputs.resize(1);
  context.Set("to", int64_t{ToOnnxType(type)});
  return {};
}

}  // namespace

// `saturate` (since opset 19) and `round_mode` (24) decide about 8-bit floats alone, whose casts are rewritten before.
OPDK_MAP_ONNX(Cast, 1).ParseParamsByOperatorFn(MapCast).IgnoreAttrs({"saturate", "round_mode"});
OPDK_MAP_ONNX_AS(Cast, CastLike, 15).ParseParamsByOperatorFn(MapCast).IgnoreAttrs({"saturate", "round_mode"});
OPDK_UPGRADE_ONNX(UpgradeCast, "Cast");
OPDK_UPGRADE_ONNX(UpgradeCastLike, "CastLike");

}  // namespace opdk::onnx_plugin
