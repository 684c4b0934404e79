// The reductions over `axes`, an input or an attribute.
#include "op_impl/ai_core/common/precision.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

using Reduction = Tensor (*)(const Tensor& x, const Dims& axes, bool keep);

// Computes reduce(x, axes, keep), in float for the 16-bit floats. Over no axes each element is reduced by itself, along
// an axis of extent 1.
Tensor Reduced(const Tensor& x, Dims axes, bool keep, Reduction reduce) {
  if (!axes.empty() || x.rank() == 0) return cast_to(reduce(Widen(x), axes, keep), x.dtype());
  Dims shape = x.shape();
  shape.push_back(1);
  return cast_to(reduce(Widen(reshape(x, shape)), {x.rank()}, false), x.dtype());
}

std::vector<Tensor> Reduce(const OpParams& op, Reduction reduce) {
  return {Reduced(op.Input("x"), op.InputInts("axes"), op.Bool("keep_dims"), reduce)};
}

std::vector<Tensor> ReduceSumCompute(const OpParams& op) { return Reduce(op, reduce_sum); }
std::vector<Tensor> ReduceMeanCompute(const OpParams& op) {
  Dims axes = op.InputInts("axes");
  if (axes.empty() && !op.Bool("noop_with_empty_axes")) axes = AllAxes(op.Input("x"));
  return {Reduced(op.Input("x"), axes, op.Bool("keep_dims"), reduce_mean)};
}

std::vector<Tensor> ReduceProdCompute(const OpParams& op) { return Reduce(op, reduce_prod); }

std::vector<Tensor> ReduceMaxCompute(const OpParams& op) {
  if (op.Input("x").dtype() == ge::DT_BOOL) return Reduce(op, reduce_any);
  return Reduce(op, reduce_max);
}

std::vector<Tensor> ReduceMinCompute(const OpParams& op) {
  if (op.Input("x").dtype() == ge::DT_BOOL) return Reduce(op, reduce_all);
  return Reduce(op, reduce_min);
}

std::vector<Tensor> ReduceLogSumCompute(const OpParams& op) {
  return Reduce(op, [](const Tensor& x, const Dims& axes, bool keep) { return vlog(reduce_sum(x, axes, keep)); });
}

// Computes log(sum(exp(x))) = m + log(sum(exp(x - m))) for the largest element m, so that no exponential is above 1. An
// infinite m must not be subtracted from itself.
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
REGISTER_OP_COMPUTE(ReduceLogSum, ReduceLogSumCompute);
REGISTER_OP_COMPUTE(ReduceLogSumExp, ReduceLogSumExpCompute);
REGISTER_OP_COMPUTE(ReduceSumD, ReduceSumCompute);
REGISTER_OP_COMPUTE(ReduceMeanD, ReduceMeanCompute);
REGISTER_OP_COMPUTE(ReduceMaxD, ReduceMaxCompute);
REGISTER_OP_COMPUTE(ReduceMinD, ReduceMinCompute);
REGISTER_OP_COMPUTE(ReduceProdD, ReduceProdCompute);
REGISTER_OP_COMPUTE(ReduceAll, ReduceMinCompute);
REGISTER_OP_COMPUTE(ReduceAllD, ReduceMinCompute);
REGISTER_OP_COMPUTE(ReduceAny, ReduceMaxCompute);
REGISTER_OP_COMPUTE(ReduceAnyD, ReduceMaxCompute);

}  // namespace
}  // namespace tbe
