#include "plugins/onnx/microsoft/integer_products.h"

#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Quantizes x to 8 bits. The range goes from the smallest to the greatest number and includes 0.
QuantizedOperand AddDynamicQuantization(UpgradeContext& context, const std::string& x) {
  const std::string zero = context.AddScalar("zero", 0);
  const AttrMap whole = {{"keepdims", int64_t{0}}};
  const std::string low = AddBinary(context, "Min", AddStep(context, "ReduceMin", {x}, whole), zero);
  const std::string high = AddBinary(context, "Max", AddStep(context, "ReduceMax", {x}, whole), zero);
  const std::string step =
      AddBinary(context, "Div", AddBinary(context, "Sub", high, low), context.AddScalar("steps", 255));
  // Zeros alone have no range.
  const std::string empty = AddBinary(context, "Equal", step, zero);
  const std::string scale = AddStep(context, "Where", {empty, context.AddScalar("one", 1), step});
  const std::string place =
      AddUnary(context, "Round", AddBinary(context, "Sub", zero, AddBinary(context, "Div", low, scale)));
  const std::string zero_point = AddCast(context, place, ge::DT_FLOAT, ge::DT_UINT8);
  return {AddStep(context, "QuantizeLinear", {x, scale, zero_point}), scale, zero_point};
}

Status UpgradeMatMulIntegerToFloat(UpgradeContext& context) {
  const std::string y = AddScaledProduct(context, {context.Input(0), context.Input(2), context.Input(4)},
                                         {context.Input(1), context.Input(3), context.Input(5)}, context.Input(6));
  return Give(context, y);
}

Status UpgradeDynamicQuantizeMatMul(UpgradeContext& context) {
  const QuantizedOperand left = AddDynamicQuantization(context, context.Input(0));
  const std::string y =
      AddScaledProduct(context, left, {context.Input(1), context.Input(2), context.Input(3)}, context.Input(4));
  return Give(context, y);
}

}  // namespace

std::string AddScaledProduct(UpgradeContext& context, const QuantizedOperand& left, const QuantizedOperand& right,
                             const std::string& bias) {
  std::vector<std::string> operands = {left.numbers, right.numbers};
  if (!left.zero_point.empty() || !right.zero_point.empty()) operands.push_back(left.zero_point);
  if (!right.zero_point.empty()) operands.push_back(right.zero_point);
  const std::string sums = AddStep(context, "MatMulInteger", std::move(operands));
  const std::string scale = AddBinary(context, "Mul", left.scale, right.scale);
  const std::string y = AddBinary(context, "Mul", AddCast(context, sums, ge::DT_INT32, ge::DT_FLOAT), scale);
  return bias.empty() ? y : AddBinary(context, "Add", y, bias);
}

OPDK_MAP_ONNX_OF(com.microsoft, MatMulInteger, MatMulIntegerToFloat, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMulInteger, DynamicQuantizeMatMul, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulIntegerToFloat, "com.microsoft::MatMulIntegerToFloat");
OPDK_UPGRADE_ONNX(UpgradeDynamicQuantizeMatMul, "com.microsoft::DynamicQuantizeMatMul");

}  // namespace opdk::onnx_plugin
