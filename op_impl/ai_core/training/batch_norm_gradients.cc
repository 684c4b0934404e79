// Gradients of batch normalization, in float.
#include "op_impl/ai_core/training/channels.h"

namespace tbe {
namespace {

std::vector<Tensor> BatchNormGradCompute(const OpParams& op) {
  const Tensor x = cast_to(op.Input("x"), ge::DT_FLOAT), gradient = cast_to(op.Input("y_backprop"), ge::DT_FLOAT);
  const int64_t axis = ChannelAxis(op, x);
  const Dims axes = AxesBeside(x, axis);
  const auto beside_x = [&](const Tensor& channels) { return broadcast_axes(channels, x.shape(), {axis}); };
  const Tensor r = vrsqrt(op.Input("reserve_space_2") + Param(op.Float("epsilon"), ge::DT_FLOAT));
  const Tensor centered = x - beside_x(op.Input("reserve_space_1"));
  const Tensor scale_backprop = reduce_sum(gradient * centered, axes, false) * r;
  const Tensor offset_backprop = reduce_sum(gradient, axes, false);
  Tensor rest = gradient;
  if (op.Bool("is_training")) {
    const Tensor n = Count(x, axes, ge::DT_FLOAT);
    rest = gradient - beside_x(offset_backprop / n) - centered * beside_x(r * scale_backprop / n);
  }
  const Tensor x_backprop = beside_x(op.Input("scale") * r) * rest, zero = Const(0, ge::DT_FLOAT);
  return {cast_to(x_backprop, op.OutputDtype("x_backprop")), scale_backprop, offset_backprop, zero, zero};
}

REGISTER_OP_COMPUTE(BatchNormGrad, BatchNormGradCompute);
REGISTER_OP_COMPUTE(BatchNorm3DGrad, BatchNormGradCompute);
REGISTER_OP_COMPUTE(BatchNormGradExt2, BatchNormGradCompute);

}  // namespace
}  // namespace tbe
