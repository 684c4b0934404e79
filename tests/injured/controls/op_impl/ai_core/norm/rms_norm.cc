#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> RmsNormCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  tbe::Tensor epsilon = tbe::Param(op.Float("epsilon"), ge::DT_FLOAT);
  tbe::Tensor y = x / tbe::vsqrt(tbe::reduce_mean(x * x, {-1}, true) + epsilon);
  if (op.HasInput("gamma")) y = y * tbe::cast_to(op.Input("gamma"), ge::DT_FLOAT);
  return {tbe::cast_to(y, op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(RmsNorm, RmsNormCompute);
