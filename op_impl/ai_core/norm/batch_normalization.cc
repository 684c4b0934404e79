// BatchNormalization: x [N, C, …], or [N] with one channel, normalized per channel; the other tensors are [C].
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

std::vector<Tensor> BatchNormalizationCompute(const OpParams& op) {
  Tensor x = Widen(op.Input("x"));
  // The dtypes of x, of scale and bias, and of the statistics may differ; everything is computed in x's.
  auto per_channel = [&](const char* port) { return cast_to(op.Input(port), x.dtype()); };
  // A tensor [C] beside x.
  auto beside_x = [&](const Tensor& channels) {
    return x.rank() < 2 ? channels : broadcast_axes(channels, x.shape(), {1});
  };
  Tensor epsilon = Param(op.Float("epsilon"), x.dtype());
  Tensor mean = per_channel("mean"), variance = per_channel("variance");
  Tensor running_mean = mean, running_variance = variance;
  if (op.Int("training_mode") != 0) {
    Dims axes;
    for (int64_t axis = 0; axis < x.rank(); ++axis) {
      if (axis != 1) axes.push_back(axis);
    }
    const Moments moments = MomentsOf(x, axes);
    Tensor momentum = Param(op.Float("momentum"), x.dtype());
    const Dims channels = mean.shape();
    mean = reshape(moments.mean, channels);
    variance = reshape(moments.variance, channels);
    running_mean = running_mean * momentum + mean * (1.0 - momentum);
    running_variance = running_variance * momentum + variance * (1.0 - momentum);
  }
  // One factor per channel, not per element.
  Tensor factor = vrsqrt(variance + epsilon) * per_channel("scale");
  Tensor y = (x - beside_x(mean)) * beside_x(factor) + beside_x(per_channel("bias"));
  return {cast_to(y, op.OutputDtype("y")), cast_to(running_mean, op.OutputDtype("running_mean")),
          cast_to(running_variance, op.OutputDtype("running_variance"))};
}

REGISTER_OP_COMPUTE(BatchNormalization, BatchNormalizationCompute);

}  // namespace
}  // namespace tbe
