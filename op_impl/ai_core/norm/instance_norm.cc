// InstanceNorm: x normalized over its spatial axes; gamma and beta [C].
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

std::vector<Tensor> InstanceNormCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const std::string format = op.String("data_format");
  const int64_t channels = format == "NHWC" || format == "NDHWC" ? x.rank() - 1 : 1;
  Dims axes;
  for (int64_t axis = 1; axis < x.rank(); ++axis) {
    if (axis != channels) axes.push_back(axis);
  }
  const Moments moments = MomentsOf(x, axes);
  auto per_channel = [&](const char* port) {
    return broadcast_axes(Widen(op.Input(port)), moments.mean.shape(), {channels});
  };
  const Tensor factor = vrsqrt(moments.variance + FloatParam(op, "epsilon", x)) * per_channel("gamma");
  return {cast_to(moments.centered * factor + per_channel("beta"), op.OutputDtype("y")),
          cast_to(moments.mean, op.OutputDtype("mean")), cast_to(moments.variance, op.OutputDtype("variance"))};
}

REGISTER_OP_COMPUTE(InstanceNorm, InstanceNormCompute);

}  // namespace
}  // namespace tbe
