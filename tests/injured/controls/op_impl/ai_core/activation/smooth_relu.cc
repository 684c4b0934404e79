#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Computes max(x, 0) + log1p(exp(-beta |x|)) / beta, which no x makes overflow.
std::vector<tbe::Tensor> SmoothReluCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  tbe::Tensor beta = tbe::Param(op.Float("beta"), ge::DT_FLOAT);
  tbe::Tensor rest = tbe::vlog1p(tbe::vexp(-(tbe::vabs(x) * beta))) / beta;
  return {tbe::cast_to(tbe::vmaxs(x, 0.0) + rest, op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(SmoothRelu, SmoothReluCompute);
