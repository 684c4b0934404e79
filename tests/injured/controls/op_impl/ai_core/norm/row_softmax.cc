#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> RowSoftmaxCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  const tbe::Dims axis = {op.Int("axis")};
  tbe::Tensor scaled = (x - tbe::reduce_max(x, axis, true)) / tbe::Param(op.Float("temperature"), ge::DT_FLOAT);
  tbe::Tensor exponentials = tbe::vexp(scaled);
  return {tbe::cast_to(exponentials / tbe::reduce_sum(exponentials, axis, true), op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(RowSoftmax, RowSoftmaxCompute);
