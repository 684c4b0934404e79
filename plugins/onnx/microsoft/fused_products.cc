#include <numeric>
#include <string>
#include <vector>

#include "plugins/onnx/microsoft/fused_activation.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes activation(Gemm(a, b, c)).
Status UpgradeFusedGemm(UpgradeContext& context) {
  const std::string activation = context.Take<std::string>("activation").value_or("");
  std::vector<float> parameters;
  for (const char* name : {"activation_alpha", "activation_beta", "activation_gamma"}) {
    if (const auto given = context.Take<float>(name)) parameters.push_back(*given);
  }
  std::vector<std::string> inputs = {context.Input(0), context.Input(1)};
  if (!context.Input(2).empty()) inputs.push_back(context.Input(2));
  std::string y = AddStep(context, "Gemm", std::move(inputs), context.node().attributes);
  OPDK_TRY(y, AddFusedActivation(context, y, activation, parameters));
  Become(context, "Identity", {y});
  return {};
}

// Returns the operand with its first axis moved behind the batch's axes: [m, batch…, k] as [batch…, m, k].
Result<std::string> WithBatchInFront(UpgradeContext& context, size_t input, const char* flag) {
  const std::string operand = context.Input(input);
  if (context.Take<int64_t>(flag).value_or(0) == 0) return operand;
  const auto rank = context.values().Rank(operand);
  if (!rank || *rank < 3) return context.Refuse(std::string(flag) + " needs an operand of known rank, at least 3");
  std::vector<int64_t> order(static_cast<size_t>(*rank));
  std::iota(order.begin(), order.end(), 1);
  order[order.size() - 2] = 0;
  order.back() = *rank - 1;
  return AddStep(context, "Transpose", {operand}, {{"perm", std::move(order)}});
}

// Takes a flag of transposition. Returns false for a vector, which isn't transposed.
bool TakeTranspose(UpgradeContext& context, size_t input, const char* flag) {
  return context.Take<int64_t>(flag).value_or(0) != 0 && context.values().Rank(context.Input(input)) != 1;
}

// Computes alpha * a * b. An operand's last two axes may be exchanged, and its batch axes may lie behind the first
// axis.
Status UpgradeFusedMatMul(UpgradeContext& context) {
  const float alpha = context.Take<float>("alpha").value_or(1);
  const bool transpose_a = TakeTranspose(context, 0, "transA"), transpose_b = TakeTranspose(context, 1, "transB");
  OPDK_TRY(const std::string a, WithBatchInFront(context, 0, "transBatchA"));
  OPDK_TRY(const std::string b, WithBatchInFront(context, 1, "transBatchB"));
  const AttrMap attributes = {{"transpose_x1", transpose_a}, {"transpose_x2", transpose_b}};
  if (alpha == 1) {
    Become(context, "MatMul", {a, b}, attributes);
    return {};
  }
  const std::string scale = AddScalarLike(context, "alpha", alpha, context.Input(0));
  Become(context, "Mul", {AddIrStep(context, "MatMul", {a, b}, attributes), scale});
  return {};
}

// Computes the tanh form of Gelu behind a product.
Status UpgradeGemmFastGelu(UpgradeContext& context) {
  std::string y = AddStep(context, "MatMul", {context.Input(0), context.Input(1)});
  if (!context.Input(2).empty()) y = AddStep(context, "Add", {y, context.Input(2)});
  BecomeIr(context, "Gelu", {y}, {{"approximate", std::string("tanh")}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, FusedGemm, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMul, FusedMatMul, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMul, TransposeMatMul, 1);
OPDK_MAP_ONNX_OF(com.microsoft, MatMul, GemmFastGelu, 1);
OPDK_UPGRADE_ONNX(UpgradeFusedGemm, "com.microsoft::FusedGemm");
OPDK_UPGRADE_ONNX(UpgradeFusedMatMul, "com.microsoft::FusedMatMul", "com.microsoft::TransposeMatMul");
OPDK_UPGRADE_ONNX(UpgradeGemmFastGelu, "com.microsoft::GemmFastGelu");

}  // namespace opdk::onnx_plugin
