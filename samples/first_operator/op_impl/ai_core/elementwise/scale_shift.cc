#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Computes y = alpha * x + beta. The 16-bit floats are computed in float and rounded once. The attributes are Params:
// one compiled kernel serves all their values.
std::vector<tbe::Tensor> ScaleShiftCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  const ge::DataType wide = x.dtype() == ge::DT_DOUBLE ? ge::DT_DOUBLE : ge::DT_FLOAT;
  tbe::Tensor y = tbe::cast_to(x, wide) * tbe::Param(op.Float("alpha"), wide) + tbe::Param(op.Float("beta"), wide);
  return {tbe::cast_to(y, x.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(ScaleShift, ScaleShiftCompute);
