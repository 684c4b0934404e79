// InstanceNormalization: x [N, C, spatial...] normalized over its spatial axes; scale and bias [C].
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

std::vector<Tensor> InstanceNormalizationCompute(const OpParams& op) {
  Tensor x = Widen(op.Input("x"));
  Dims axes;
  for (int64_t axis = 2; axis < x.rank(); ++axis) axes.push_back(axis);
  const Moments moments = MomentsOf(x, axes);
  auto per_channel = [&](const char* port) { return broadcast_axes(Widen(op.Input(port)), moments.mean.shape(), {1}); };
  Tensor factor = vrsqrt(moments.variance + Param(op.Float("epsilon"), x.dtype())) * per_channel("scale");
  return {cast_to(moments.centered * factor + per_channel("bias"), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(InstanceNormalization, InstanceNormalizationCompute);

}  // namespace
}  // namespace tbe
