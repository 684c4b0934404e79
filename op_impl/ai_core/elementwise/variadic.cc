// Max, Min, Sum, Mean of one or more tensors, with numpy broadcast.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
Tensor Fold(const std::vector<Tensor>& tensors) {
  Tensor result = tensors[0];
  for (size_t i = 1; i < tensors.size(); ++i) result = kFunction(result, tensors[i]);
  return result;
}

Tensor WideSum(const OpParams& op) {
  std::vector<Tensor> tensors;
  for (const Tensor& x : op.DynamicInput("x")) tensors.push_back(Widen(x));
  return Fold<vadd>(tensors);
}

std::vector<Tensor> MaxCompute(const OpParams& op) { return {Fold<vmax>(op.DynamicInput("x"))}; }
std::vector<Tensor> MinCompute(const OpParams& op) { return {Fold<vmin>(op.DynamicInput("x"))}; }
std::vector<Tensor> SumCompute(const OpParams& op) { return {cast_to(WideSum(op), op.OutputDtype("y"))}; }

std::vector<Tensor> MeanCompute(const OpParams& op) {
  const size_t count = op.DynamicInput("x").size();
  return {cast_to(WideSum(op) / count, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Max, MaxCompute);
REGISTER_OP_COMPUTE(Min, MinCompute);
REGISTER_OP_COMPUTE(Sum, SumCompute);
REGISTER_OP_COMPUTE(Mean, MeanCompute);

}  // namespace
}  // namespace tbe
