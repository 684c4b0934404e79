// LayerNormalization over the axes from `axis` on: y, and the mean and 1 / sqrt(variance + epsilon) it used.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

std::vector<Tensor> LayerNormalizationCompute(const OpParams& op) {
  Tensor x = Widen(op.Input("x"));
  const int64_t first = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  Dims axes;
  for (int64_t axis = first; axis < x.rank(); ++axis) axes.push_back(axis);
  const Moments moments = MomentsOf(x, axes);
  Tensor inv_std_dev = vrsqrt(moments.variance + Param(op.Float("epsilon"), x.dtype()));
  Tensor y = moments.centered * inv_std_dev * Widen(op.Input("scale"));
  if (op.HasInput("bias")) y = y + Widen(op.Input("bias"));
  return {cast_to(y, op.OutputDtype("y")), cast_to(moments.mean, op.OutputDtype("mean")),
          cast_to(inv_std_dev, op.OutputDtype("inv_std_dev"))};
}

REGISTER_OP_COMPUTE(LayerNormalization, LayerNormalizationCompute);

}  // namespace
}  // namespace tbe
