// HardMax: 1 at the least index whose element is the largest (or NaN).
#include "op_impl/ai_core/common/places.h"

namespace tbe {
namespace {

std::vector<Tensor> HardMaxCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  const Tensor first = FirstPlace(x, reduce_max(x, {axis}, true), axis);
  return {cast_to(vcmp(Places(x.shape(), axis), first, "eq"), x.dtype())};
}

REGISTER_OP_COMPUTE(HardMax, HardMaxCompute);
REGISTER_CHECK_SUPPORT(HardMax, HasPlaces);

}  // namespace
}  // namespace tbe
