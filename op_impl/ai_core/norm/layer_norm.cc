#include <string_view>

#include "op_impl/ai_core/common/optional_input.h"
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

// Returns y, the mean, and the variance or 1 / sqrt(variance + epsilon). The axes of x from `first` on are normalized.
std::vector<Tensor> Normalized(const OpParams& op, int64_t first, const char* third) {
  const Tensor x = Widen(op.Input("x")), gamma = OrAbsent(op, "gamma"), beta = OrAbsent(op, "beta");
  Dims axes;
  for (int64_t axis = first; axis < x.rank(); ++axis) axes.push_back(axis);
  const Moments moments = MomentsOf(x, axes);
  const Tensor rstd = vrsqrt(moments.variance + FloatParam(op, "epsilon", x));
  Tensor y = moments.centered * rstd;
  if (gamma) y = y * cast_to(gamma, x.dtype());
  if (beta) y = y + cast_to(beta, x.dtype());
  const bool inverse = std::string_view(third) == "rstd";
  return {cast_to(y, op.OutputDtype("y")), cast_to(moments.mean, op.OutputDtype("mean")),
          cast_to(inverse ? rstd : moments.variance, op.OutputDtype(third))};
}

int64_t FirstAxis(const OpParams& op) {
  const int64_t axis = op.Int("begin_norm_axis");
  return axis < 0 ? axis + op.Input("x").rank() : axis;
}

std::vector<Tensor> LayerNormCompute(const OpParams& op) { return Normalized(op, FirstAxis(op), "variance"); }
std::vector<Tensor> LayerNormV3Compute(const OpParams& op) { return Normalized(op, FirstAxis(op), "rstd"); }
std::vector<Tensor> LayerNormV4Compute(const OpParams& op) {
  return Normalized(op, op.Input("x").rank() - op.Input("normalized_shape").shape()[0], "rstd");
}

REGISTER_OP_COMPUTE(LayerNorm, LayerNormCompute);
REGISTER_OP_COMPUTE(LayerNormV3, LayerNormV3Compute);
REGISTER_OP_COMPUTE(LayerNormV4, LayerNormV4Compute);

}  // namespace
}  // namespace tbe
