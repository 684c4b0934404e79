// PRelu: x where x >= 0, else weight * x; weight broadcasts to x.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> PReluCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  return {vsel(x < 0, broadcast(op.Input("weight"), x.shape()) * x, x)};
}

REGISTER_OP_COMPUTE(PRelu, PReluCompute);

}  // namespace
}  // namespace tbe
