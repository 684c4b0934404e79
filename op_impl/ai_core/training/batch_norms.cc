// Batch normalization in float, or double: statistics, y and the values that the gradient needs.
#include "op_impl/ai_core/training/channels.h"

namespace tbe {
namespace {

Tensor Rescaled(const OpParams& op, const Tensor& centered, const Tensor& variance) {
  const int64_t axis = ChannelAxis(op, centered);
  const Tensor factor = op.Input("scale") * vrsqrt(variance + Param(op.Float("epsilon"), centered.dtype()));
  const Tensor offset = broadcast_axes(op.Input("offset"), centered.shape(), {axis});
  return cast_to(centered * broadcast_axes(factor, centered.shape(), {axis}) + offset, op.OutputDtype("y"));
}

std::vector<Tensor> OfThisBatch(const OpParams& op, const Tensor& x) {
  const Dims axes = AxesBeside(x, ChannelAxis(op, x)), channels = op.Input("scale").shape();
  const Tensor whole_mean = reduce_mean(x, axes, true), centered = x - whole_mean;
  const Tensor mean = reshape(whole_mean, channels), variance = reduce_mean(centered * centered, axes, false);
  const Tensor n = Count(x, axes, x.dtype());
  Tensor batch_mean = mean, batch_variance = vsel(n > 1, variance * (n / vmax(n - 1, 1)), 0);
  const float factor = op.HasAttr("exponential_avg_factor") ? op.Float("exponential_avg_factor") : 1;
  if (factor != 1) {
    const Tensor share = Param(factor, x.dtype()), rest = 1 - share;
    batch_mean = batch_mean * share + op.Input("mean") * rest;
    batch_variance = batch_variance * share + op.Input("variance") * rest;
  }
  return {Rescaled(op, centered, variance), batch_mean, batch_variance, mean, variance};
}

std::vector<Tensor> BatchNorm3DCompute(const OpParams& op) {
  const Tensor x = cast_to(op.Input("x"), op.Input("scale").dtype());
  if (op.Bool("is_training")) return OfThisBatch(op, x);
  const Tensor mean = op.Input("mean"), variance = op.Input("variance");
  const Tensor centered = x - broadcast_axes(mean, x.shape(), {ChannelAxis(op, x)});
  return {Rescaled(op, centered, variance), mean, variance, mean, variance};
}

std::vector<Tensor> BatchNormCompute(const OpParams& op) {
  std::vector<Tensor> outputs = BatchNorm3DCompute(op);
  outputs.push_back(Const(0, outputs[1].dtype()));
  return outputs;
}

REGISTER_OP_COMPUTE(BatchNorm, BatchNormCompute);
REGISTER_OP_COMPUTE(BatchNorm3D, BatchNorm3DCompute);

}  // namespace
}  // namespace tbe
