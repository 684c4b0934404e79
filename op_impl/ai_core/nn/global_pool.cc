// GlobalAveragePool and GlobalMaxPool: over all spatial axes of x [N, C, spatial...], which stay with extent 1.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kReduce)(const Tensor&, const Dims&, bool)>
std::vector<Tensor> GlobalPool(const OpParams& op) {
  Tensor x = op.Input("x");
  Dims axes;
  for (int64_t axis = 2; axis < x.rank(); ++axis) axes.push_back(axis);
  return {kReduce(x, axes, true)};
}

REGISTER_OP_COMPUTE(GlobalAveragePool, GlobalPool<reduce_mean>);
REGISTER_OP_COMPUTE(GlobalMaxPool, GlobalPool<reduce_max>);

}  // namespace
}  // namespace tbe
