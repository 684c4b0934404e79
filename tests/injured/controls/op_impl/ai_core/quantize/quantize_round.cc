#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> QuantizeRoundCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  tbe::Tensor scale = tbe::Param(op.Float("scale"), ge::DT_FLOAT);
  tbe::Tensor zero = tbe::Param(op.Int("zero_point"), ge::DT_FLOAT);
  tbe::Tensor whole = tbe::round(x / scale, ge::DT_FLOAT) + zero;
  return {tbe::cast_to(tbe::clip(whole, 127.0, -128.0), ge::DT_INT8)};
}

}  // namespace

REGISTER_OP_COMPUTE(QuantizeRound, QuantizeRoundCompute);
