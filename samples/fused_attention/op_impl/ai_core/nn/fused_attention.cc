#include <cmath>
#include <vector>

#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Uses the matrix unit, the vector unit, then the matrix unit again. All steps between the two products are computed in
// float. The row's largest score is subtracted first, so that no exponential is above 1.
std::vector<tbe::Tensor> FusedAttentionCompute(const tbe::OpParams& op) {
  tbe::Tensor query = op.Input("query");
  float scale = op.Float("scale");
  if (scale == 0) scale = 1 / std::sqrt(static_cast<float>(query.shape().back()));
  tbe::Tensor scores = tbe::cast_to(tbe::matmul(query, op.Input("key"), false, true), ge::DT_FLOAT);
  scores = scores * tbe::Param(scale, ge::DT_FLOAT);
  if (op.HasInput("mask")) scores = scores + tbe::cast_to(op.Input("mask"), ge::DT_FLOAT);
  tbe::Tensor weights = tbe::vexp(scores - tbe::reduce_max(scores, {-1}, true));
  weights = weights / tbe::reduce_sum(weights, {-1}, true);
  return {tbe::matmul(tbe::cast_to(weights, query.dtype()), op.Input("value"))};
}

}  // namespace

REGISTER_OP_COMPUTE(FusedAttention, FusedAttentionCompute);
