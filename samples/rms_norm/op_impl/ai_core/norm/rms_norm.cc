#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> RmsNormCompute(const tbe::OpParams& op) {
  const tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  const tbe::Tensor gamma = tbe::cast_to(op.Input("gamma"), ge::DT_FLOAT);
  const tbe::Tensor scale = tbe::vrsqrt(tbe::reduce_mean(x * x, {-1}, true) + op.Float("epsilon"));
  return {tbe::cast_to(x * scale * gamma, op.Input("x").dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(RMSNorm, RmsNormCompute);
