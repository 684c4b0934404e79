// ONNX Runtime's quantized operators: the float operator between DequantizeLinear and QuantizeLinear, which the engine
// fuses.
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/channels_last.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Values = std::vector<std::string>;

// Dequantizes inputs `first` to `first` + 2: numbers, their scale, their zero point.
std::string Dequantized(UpgradeContext& context, size_t first) {
  return AddStep(context, "DequantizeLinear",
                 {context.Input(first), context.Input(first + 1), context.Input(first + 2)});
}

// Turns the node into the QuantizeLinear of `value` by inputs `scale` and `scale` + 1. An absent zero point is the 0 of
// input `like`'s type, which the output has.
Status BecomeQuantizeOf(UpgradeContext& context, const std::string& value, size_t scale, size_t like = 0) {
  std::string zero = context.Input(scale + 1);
  if (const ge::DataType type = context.values().ElementType(context.Input(like));
      zero.empty() && type == ge::DT_INT8) {
    const int8_t number = 0;
    const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, type);
    zero = context.values().NewConstant("zero_point",
                                        ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&number), sizeof number));
  }
  Become(context, "QuantizeLinear", {value, context.Input(scale), zero});
  return {};
}

// Adds the operator `type` of the dequantized operands, with the node's attributes.
std::string Plain(UpgradeContext& context, const std::string& type, Values operands) {
  return AddStep(context, type, std::move(operands), context.node().attributes);
}

Status UpgradeBinary(UpgradeContext& context) {
  const std::string type = context.node().type.substr(std::string("QLinear").size());
  const std::string left = Dequantized(context, 0), right = Dequantized(context, 3);
  return BecomeQuantizeOf(context, Plain(context, type, {left, right}), 6);
}

Status UpgradeUnary(UpgradeContext& context) {
  const std::string type = context.node().type.substr(std::string("QLinear").size());
  return BecomeQuantizeOf(context, Plain(context, type, {Dequantized(context, 0)}), 3);
}

// Returns the rank of input 0 if its channels are the last axis, and 0 if they are the second.
Result<int> TakeChannelsLast(UpgradeContext& context) {
  if (context.Take<int64_t>("channels_last").value_or(0) == 0) return 0;
  return RankWithChannelsLast(context);
}

Status UpgradeQLinearPool(UpgradeContext& context) {
  OPDK_TRY(const int rank, TakeChannelsLast(context));
  if (rank == 0) return UpgradeUnary(context);
  const std::string type = context.node().type.substr(std::string("QLinear").size());
  const std::string x = AddChannelsSecond(context, Dequantized(context, 0), rank);
  return BecomeQuantizeOf(context, AddChannelsLast(context, Plain(context, type, {x}), rank), 3);
}

// Moves the channels to the second axis. The filter has the layout of ONNX's QLinearConv in both orders.
Status UpgradeQLinearConv(UpgradeContext& context) {
  OPDK_TRY(const int rank, TakeChannelsLast(context));
  Values inputs = context.node().inputs;
  if (rank != 0) inputs[0] = AddChannelsSecond(context, inputs[0], rank);
  const std::string y = Plain(context, "QLinearConv", std::move(inputs));
  Become(context, "Identity", {rank == 0 ? y : AddChannelsLast(context, y, rank)});
  return {};
}

// Computes the Softmax of the attribute opset. Before opset 13 the axis had another meaning.
Status UpgradeQLinearSoftmax(UpgradeContext& context) {
  const int64_t opset = context.Take<int64_t>("opset").value_or(13), axis = context.IntOr("axis", -1);
  const std::string x = Dequantized(context, 0);
  const std::string y = context.values().NewName(context.node().outputs.front() + "/Softmax");
  importer::SourceNode& softmax = context.AddBefore("Softmax", {x}, {y});
  softmax.version = opset;
  softmax.attributes = {{"axis", axis}};
  return BecomeQuantizeOf(context, y, 3);
}

Status UpgradeQLinearWhere(UpgradeContext& context) {
  const std::string x = Dequantized(context, 1), y = Dequantized(context, 4);
  return BecomeQuantizeOf(context, AddStep(context, "Where", {context.Input(0), x, y}), 7, 1);
}

Status UpgradeConcat(UpgradeContext& context) {
  if (context.node().inputs.size() < 5 || context.node().inputs.size() % 3 != 2) {
    return context.Refuse("its inputs aren't a scale and a zero point, then three for each tensor");
  }
  Values pieces;
  for (size_t i = 2; i < context.node().inputs.size(); i += 3) pieces.push_back(Dequantized(context, i));
  return BecomeQuantizeOf(context, AddConcat(context, std::move(pieces), context.IntOr("axis", 1)), 0, 2);
}

std::string Transposed(UpgradeContext& context, size_t input, const std::string& flag) {
  if (context.Take<int64_t>(flag).value_or(0) == 0) return context.Input(input);
  return AddStep(context, "Transpose", {context.Input(input)}, {{"perm", std::vector<int64_t>{1, 0}}});
}

// Computes alpha * ((a - a_zero) times (b - b_zero) + c) * a_scale * b_scale. c counts in units of the scales. The
// result is exact up to the scaling. Without y_scale the result stays float.
Status UpgradeGemm(UpgradeContext& context) {
  const float alpha = context.Take<float>("alpha").value_or(1.0F);
  const std::string a = Transposed(context, 0, "transA"), b = Transposed(context, 3, "transB");
  std::string sums = AddStep(context, "MatMulInteger", {a, b, context.Input(2), context.Input(5)});
  if (const std::string c = context.Input(6); !c.empty()) sums = AddStep(context, "Add", {sums, c});
  const std::string real = AddCast(context, sums, ge::DT_INT32, ge::DT_FLOAT);
  std::string factor = AddStep(context, "Mul", {context.Input(1), context.Input(4)});
  if (alpha != 1.0F) factor = AddStep(context, "Mul", {factor, context.AddScalar("alpha", alpha)});
  if (!context.Input(7).empty()) return BecomeQuantizeOf(context, AddStep(context, "Mul", {real, factor}), 7);
  Become(context, "Mul", {real, factor});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearAdd, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearMul, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearSigmoid, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearLeakyRelu, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearAveragePool, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearGlobalAveragePool, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearConcat, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearSoftmax, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearWhere, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QLinearReduceMean, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QLinearConv, QLinearConv, 1);
OPDK_MAP_ONNX_OF(com.microsoft, QuantizeLinear, QGemm, 1);
OPDK_UPGRADE_ONNX(UpgradeBinary, "com.microsoft::QLinearAdd", "com.microsoft::QLinearMul");
OPDK_UPGRADE_ONNX(UpgradeUnary, "com.microsoft::QLinearSigmoid", "com.microsoft::QLinearLeakyRelu",
                  "com.microsoft::QLinearReduceMean");
OPDK_UPGRADE_ONNX(UpgradeQLinearPool, "com.microsoft::QLinearAveragePool", "com.microsoft::QLinearGlobalAveragePool");
OPDK_UPGRADE_ONNX(UpgradeQLinearConv, "com.microsoft::QLinearConv");
OPDK_UPGRADE_ONNX(UpgradeQLinearSoftmax, "com.microsoft::QLinearSoftmax");
OPDK_UPGRADE_ONNX(UpgradeQLinearWhere, "com.microsoft::QLinearWhere");
OPDK_UPGRADE_ONNX(UpgradeConcat, "com.microsoft::QLinearConcat");
OPDK_UPGRADE_ONNX(UpgradeGemm, "com.microsoft::QGemm");

}  // namespace opdk::onnx_plugin
