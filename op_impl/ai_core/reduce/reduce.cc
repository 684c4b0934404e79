// The reductions over input `axes`; absent or empty: over all axes, or over none with noop_with_empty_axes.
#include "op_impl/ai_core/common/precision.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

// What of x is reduced: reduce(x, axes, keepdims), computed in float for the 16-bit floats.
std::vector<Tensor> Reduce(const OpParams& op, Tensor (*reduce)(const Tensor&, const Dims&, bool)) {
  Tensor x = op.Input("x");
  Dims axes = op.HasInput("axes") ? op.InputInts("axes") : Dims();
  if (axes.empty()) {
    if (op.Int("noop_with_empty_axes") != 0) return {x};
    axes = AllAxes(x);
  }
  return {cast_to(reduce(Widen(x), axes, op.Int("keepdims") != 0), x.dtype())};
}

std::vector<Tensor> ReduceSumCompute(const OpParams& op) { return Reduce(op, reduce_sum); }
std::vector<Tensor> ReduceMeanCompute(const OpParams& op) { return Reduce(op, reduce_mean); }
std::vector<Tensor> ReduceProdCompute(const OpParams& op) { return Reduce(op, reduce_prod); }

std::vector<Tensor> ReduceMaxCompute(const OpParams& op) {
  if (op.Input("x").dtype() == ge::DT_BOOL) return Reduce(op, reduce_any);
  return Reduce(op, reduce_max);
}

std::vector<Tensor> ReduceMinCompute(const OpParams& op) {
  if (op.Input("x").dtype() == ge::DT_BOOL) return Reduce(op, reduce_all);
  return Reduce(op, reduce_min);
}

std::vector<Tensor> ReduceL1Compute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) { return reduce_sum(vabs(x), axes, keep); });
}

std::vector<Tensor> ReduceL2Compute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) { return vsqrt(reduce_sum(x * x, axes, keep)); });
}

std::vector<Tensor> ReduceLogSumCompute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) { return vlog(reduce_sum(x, axes, keep)); });
}

std::vector<Tensor> ReduceSumSquareCompute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) { return reduce_sum(x * x, axes, keep); });
}

// log(sum(exp(x))) = m + log(sum(exp(x - m))) for the largest element m: no exponential is above 1. An infinite m must
// not be subtracted from itself.
std::vector<Tensor> ReduceLogSumExpCompute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) {
    Tensor largest = reduce_max(x, axes, true);
    Tensor shift = vsel(visinf(largest), 0, largest);
    Tensor sum = reduce_sum(vexp(x - shift), axes, keep);
    return vlog(sum) + reshape(shift, sum.shape());
  });
}

REGISTER_OP_COMPUTE(ReduceSum, ReduceSumCompute);
REGISTER_OP_COMPUTE(ReduceMean, ReduceMeanCompute);
REGISTER_OP_COMPUTE(ReduceMax, ReduceMaxCompute);
REGISTER_OP_COMPUTE(ReduceMin, ReduceMinCompute);
REGISTER_OP_COMPUTE(ReduceProd, ReduceProdCompute);
REGISTER_OP_COMPUTE(ReduceL1, ReduceL1Compute);
REGISTER_OP_COMPUTE(ReduceL2, ReduceL2Compute);
REGISTER_OP_COMPUTE(ReduceLogSum, ReduceLogSumCompute);
REGISTER_OP_COMPUTE(ReduceLogSumExp, ReduceLogSumExpCompute);
REGISTER_OP_COMPUTE(ReduceSumSquare, ReduceSumSquareCompute);

}  // namespace
}  // namespace tbe
