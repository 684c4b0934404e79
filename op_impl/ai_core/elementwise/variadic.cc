// Sums of one or more tensors.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> VariadicSum(const OpParams& op) {
  const std::vector<Tensor> x = op.DynamicInput("x");
  Tensor sum = Widen(x[0]);
  for (size_t i = 1; i < x.size(); ++i) sum = sum + Widen(x[i]);
  return {cast_to(sum, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(AddN, VariadicSum);
REGISTER_OP_COMPUTE(AccumulateNV2, VariadicSum);

}  // namespace
}  // namespace tbe
