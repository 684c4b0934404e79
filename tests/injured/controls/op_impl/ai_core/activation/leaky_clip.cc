#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> LeakyClipCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  tbe::Tensor slope = tbe::Param(op.Float("slope"), ge::DT_FLOAT);
  tbe::Tensor ceiling = tbe::Param(op.Float("ceiling"), ge::DT_FLOAT);
  tbe::Tensor leaky = tbe::vsel(x >= 0.0, x, x * slope);
  return {tbe::cast_to(tbe::vmin(leaky, ceiling), op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(LeakyClip, LeakyClipCompute);
