#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> MinMaxScaleCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  tbe::Tensor low = tbe::Param(op.Float("low"), ge::DT_FLOAT);
  tbe::Tensor high = tbe::Param(op.Float("high"), ge::DT_FLOAT);
  tbe::Tensor smallest = tbe::reduce_min(x, {op.Int("axis")}, true);
  tbe::Tensor range = tbe::reduce_max(x, {op.Int("axis")}, true) - smallest;
  tbe::Tensor share = tbe::vsel(tbe::vcmp(range, 0.0, "eq"), 0.0, (x - smallest) / range);
  return {tbe::cast_to(low + share * (high - low), op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(MinMaxScale, MinMaxScaleCompute);
