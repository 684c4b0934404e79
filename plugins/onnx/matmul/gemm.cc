#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Turns a product with a bias into MatMul, and one with factors into GEMM. Before opset 7 c broadcast only where an
// attribute allowed it.
Status UpgradeGemm(UpgradeContext& context) {
  const float alpha = context.Take<float>("alpha").value_or(1);
  const float beta = context.Take<float>("beta").value_or(1);
  const bool transpose_a = context.Take<int64_t>("transA").value_or(0) != 0;
  const bool transpose_b = context.Take<int64_t>("transB").value_or(0) != 0;
  const std::string a = context.Input(0), b = context.Input(1);
  std::string c = context.Input(2);
  if (beta == 0) c.clear();
  if (alpha == 1 && (beta == 1 || c.empty())) {
    std::vector<std::string> inputs = {a, b};
    if (!c.empty()) inputs.push_back(c);
    Become(context, "MatMul", std::move(inputs), {{"transpose_x1", transpose_a}, {"transpose_x2", transpose_b}});
    return {};
  }
  if (c.empty()) c = AddScalarLike(context, "c", 0, a);
  BecomeIr(context, "GEMM", {a, b, c, context.AddScalar("alpha", alpha), context.AddScalar("beta", beta)},
           {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(MatMul, Gemm, 1);
OPDK_UPGRADE_ONNX(UpgradeGemm, "Gemm");

}  // namespace opdk::onnx_plugin
