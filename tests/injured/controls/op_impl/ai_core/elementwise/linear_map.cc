#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> LinearMapCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  const ge::DataType wide = x.dtype() == ge::DT_DOUBLE ? ge::DT_DOUBLE : ge::DT_FLOAT;
  tbe::Tensor alpha = tbe::Param(op.Float("alpha"), wide);
  tbe::Tensor beta = tbe::Param(op.Float("beta"), wide);
  return {tbe::cast_to(tbe::cast_to(x, wide) * alpha + beta, x.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(LinearMap, LinearMapCompute);
