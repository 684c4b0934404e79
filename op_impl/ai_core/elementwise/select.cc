// Selects one of two values by a condition.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> SelectV2Compute(const OpParams& op) {
  return {vsel(op.Input("condition"), op.Input("then"), op.Input("else"))};
}

std::vector<Tensor> SelectCompute(const OpParams& op) {
  const Tensor condition = op.Input("condition"), x1 = op.Input("x1"), x2 = op.Input("x2");
  if (condition.rank() != 1 || x1.rank() <= 1) return {vsel(condition, x1, x2)};
  return {compute(x1.shape(),
                  [&](const std::vector<Expr>& i) { return select(at(condition, {i[0]}), at(x1, i), at(x2, i)); })};
}

REGISTER_OP_COMPUTE(SelectV2, SelectV2Compute);
REGISTER_OP_COMPUTE(Select, SelectCompute);

}  // namespace
}  // namespace tbe
