#include <fmt/format.h>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Casts an input of scales or numbers to the prototype's float.
void WidenInput(UpgradeContext& context, size_t index) {
  const ge::DataType type = context.values().ElementType(context.Input(index));
  const bool scale_of_integers = index == 1 && type == ge::DT_INT32;
  if (type == ge::DT_FLOAT16 || type == ge::DT_BF16 || type == ge::DT_DOUBLE || scale_of_integers)
    CastInput(context, index, ge::DT_FLOAT);
}

// Returns the element type that the attribute output_dtype (opset 21) names. DT_UNDEFINED: the attribute is absent.
Result<ge::DataType> TakeOutputType(UpgradeContext& context) {
  const auto named = context.Take<int64_t>("output_dtype").value_or(0);
  const ge::DataType type = FromOnnxType(static_cast<int32_t>(named));
  if (named != 0 && type == ge::DT_UNDEFINED) {
    return context.Refuse(fmt::format("output_dtype {} is not supported", OnnxTypeName(static_cast<int32_t>(named))));
  }
  return type;
}

Status UpgradeQuantizeLinear(UpgradeContext& context) {
  OPDK_TRY(const ge::DataType type, TakeOutputType(context));
  if (type != ge::DT_UNDEFINED && context.Input(2).empty()) {
    const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, type);
    const std::vector<uint8_t> zero(static_cast<size_t>(ge::GetSizeByDataType(type)));
    context.SetInput(2, context.values().NewConstant("zero_point", ge::Tensor(desc, zero)));
  }
  // Division is in float whatever `precision` (opset 23) asks for, which is never less.
  context.Drop("precision");
  WidenInput(context, 0);
  WidenInput(context, 1);
  return {};
}

Status UpgradeDequantizeLinear(UpgradeContext& context) {
  OPDK_TRY(ge::DataType type, TakeOutputType(context));
  if (type == ge::DT_UNDEFINED) type = context.values().ElementType(context.Input(1));
  WidenInput(context, 1);
  if (type != ge::DT_FLOAT && type != ge::DT_UNDEFINED) CastOutput(context, 0, type);
  return {};
}

}  // namespace

// Opset 19: for 8-bit floats only, which are not supported.
OPDK_MAP_ONNX(QuantizeLinear, 10).IgnoreAttrs({"saturate"});
OPDK_MAP_ONNX(DequantizeLinear, 10);
// ONNX Runtime's, which had 16-bit types and block_size before ONNX's.
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QuantizeLinear, 1);
OPDK_MAP_ONNX_OF(com.microsoft, DequantizeLinear, DequantizeLinear, 1);
OPDK_UPGRADE_ONNX(UpgradeQuantizeLinear, "QuantizeLinear", "com.microsoft::QuantizeLinear");
OPDK_UPGRADE_ONNX(UpgradeDequantizeLinear, "DequantizeLinear", "com.microsoft::DequantizeLinear");

}  // namespace opdk::onnx_plugin
