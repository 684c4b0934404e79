// Fill: one value everywhere.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> FillCompute(const OpParams& op) {
  return {broadcast(reshape(op.Input("value"), {}), op.OutputShape("y"))};
}

REGISTER_OP_COMPUTE(Fill, FillCompute);
REGISTER_OP_COMPUTE(FillD, FillCompute);

}  // namespace
}  // namespace tbe
