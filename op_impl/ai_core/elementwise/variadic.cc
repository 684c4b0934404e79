// Sum and Mean of one or more tensors, with numpy broadcast.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor WideSum(const OpParams& op) {
  const std::vector<Tensor> x = op.DynamicInput("x");
  Tensor sum = Widen(x[0]);
  for (size_t i = 1; i < x.size(); ++i) sum = sum + Widen(x[i]);
  return sum;
}

std::vector<Tensor> SumCompute(const OpParams& op) { return {cast_to(WideSum(op), op.OutputDtype("y"))}; }

std::vector<Tensor> MeanCompute(const OpParams& op) {
  const size_t count = op.DynamicInput("x").size();
  return {cast_to(WideSum(op) / count, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Sum, SumCompute);
REGISTER_OP_COMPUTE(Mean, MeanCompute);

}  // namespace
}  // namespace tbe
