// Means, variances and deviations along axes, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Dims DeviationAxes(const OpParams& op, const char* attr, const Tensor& x) {
  const Dims axes = op.ListInt(attr);
  return axes.empty() ? AllAxes(x) : axes;
}

// Sums the squared distances from `mean` and divides by the count less `correction`.
Tensor SpreadAround(const Tensor& x, const Tensor& mean, const Dims& axes, bool keep, int64_t correction) {
  const Tensor distance = x - mean;
  const Tensor sum = reduce_sum(distance * distance, axes, keep);
  return sum / cast_to(vmax(Count(x, axes) - Param(correction, ge::DT_INT64), 0), x.dtype());
}

std::vector<Tensor> ReduceMeanVarianceCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  const Dims axes = DeviationAxes(op, "axes", x);
  const bool keep = op.Bool("keep_dims");
  const Tensor mean = reduce_mean(wide, axes, true);
  const Tensor variance = SpreadAround(wide, mean, axes, keep, 0);
  return {cast_to(reshape(mean, op.OutputShape("mean")), x.dtype()), cast_to(variance, x.dtype())};
}

std::vector<Tensor> ReduceStdCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  const Dims axes = DeviationAxes(op, "dim", x);
  const Tensor mean = reduce_mean(wide, axes, true);
  const Tensor variance = SpreadAround(wide, mean, axes, op.Bool("keepdim"), op.Bool("unbiased") ? 1 : 0);
  return {cast_to(vsqrt(variance), x.dtype()), cast_to(reshape(mean, op.OutputShape("y2")), x.dtype())};
}

std::vector<Tensor> ReduceStdV2UpdateCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor variance = SpreadAround(Widen(x), Widen(op.Input("mean")), DeviationAxes(op, "dim", x),
                                       op.Bool("keepdim"), op.Bool("unbiased") ? op.Int("correction") : 0);
  return {cast_to(op.Bool("if_std") ? vsqrt(variance) : variance, x.dtype())};
}

std::vector<Tensor> ReduceNansumCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  Dims axes = op.InputInts("axes");
  if (axes.empty()) axes = AllAxes(x);
  const Tensor numbers = vsel(visnan(wide), broadcast(0, x.shape(), wide.dtype()), wide);
  return {cast_to(reduce_sum(numbers, axes, op.Bool("keep_dims")), x.dtype())};
}

std::vector<Tensor> ReductionCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  Dims axes;
  for (int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis"); axis < x.rank(); ++axis) {
    axes.push_back(axis);
  }
  const int64_t operation = op.Int("operation");
  const Tensor summed = operation == 2 ? vabs(wide) : operation == 3 ? wide * wide : wide;
  const Tensor result = operation == 4 ? reduce_mean(wide, axes) : reduce_sum(summed, axes);
  return {cast_to(result * FloatParam(op, "coeff", wide), x.dtype())};
}

REGISTER_OP_COMPUTE(ReduceMeanVariance, ReduceMeanVarianceCompute);
REGISTER_OP_COMPUTE(ReduceStd, ReduceStdCompute);
REGISTER_OP_COMPUTE(ReduceStdV2Update, ReduceStdV2UpdateCompute);
REGISTER_OP_COMPUTE(ReduceNansum, ReduceNansumCompute);
REGISTER_OP_COMPUTE(Reduction, ReductionCompute);

}  // namespace
}  // namespace tbe
