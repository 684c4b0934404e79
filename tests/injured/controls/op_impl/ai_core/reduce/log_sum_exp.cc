#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Subtracts the maximum if it is finite. Without the subtraction, exp gives 0 or infinity as it should.
std::vector<tbe::Tensor> LogSumExpCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  const tbe::Dims axis = {op.Int("axis")};
  const bool keep_dims = op.Bool("keep_dims");
  tbe::Tensor largest = tbe::reduce_max(x, axis, true);
  tbe::Tensor shift = tbe::vsel(tbe::visinf(largest), 0.0, largest);
  tbe::Tensor sum = tbe::reduce_sum(tbe::vexp(x - shift), axis, true);
  tbe::Tensor y = tbe::vlog(sum) + shift;
  return {tbe::cast_to(tbe::reduce_max(y, keep_dims ? tbe::Dims() : axis), op.OutputDtype("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(LogSumExp, LogSumExpCompute);
