// Mod: the remainder with the sign of the divisor, or (fmod 1) of the dividend.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ModCompute(const OpParams& op) {
  Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  return {op.Int("fmod") != 0 ? vfmod(x1, x2) : vmod(x1, x2)};
}

REGISTER_OP_COMPUTE(Mod, ModCompute);

}  // namespace
}  // namespace tbe
