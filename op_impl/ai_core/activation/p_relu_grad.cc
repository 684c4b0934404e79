// PReluGrad, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> PReluGradCompute(const OpParams& op) {
  const Tensor features = Widen(op.Input("features")), grads = Widen(op.Input("grads"));
  const Tensor weights = Widen(op.Input("weights"));
  const Tensor dx = vsel(features > 0, grads, broadcast(weights, features.shape()) * grads);
  const int64_t missing = features.rank() - weights.rank();
  Dims axes;
  for (int64_t axis = 0; axis < features.rank(); ++axis) {
    const bool spread = axis < missing || weights.shape()[static_cast<size_t>(axis - missing)] == 1;
    if (spread) axes.push_back(axis);
  }
  Tensor da = vsel(features > 0, 0, features * grads);
  if (!axes.empty()) da = reduce_sum(da, axes, true);
  return {cast_to(dx, op.OutputDtype("dx")), cast_to(reshape(da, weights.shape()), op.OutputDtype("da"))};
}

REGISTER_OP_COMPUTE(PReluGrad, PReluGradCompute);

}  // namespace
}  // namespace tbe
