#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> MeanVarianceCompute(const tbe::OpParams& op) {
  tbe::Tensor x = tbe::cast_to(op.Input("x"), ge::DT_FLOAT);
  const tbe::Dims axis = {op.Int("axis")};
  tbe::Tensor mean = tbe::reduce_mean(x, axis, true);
  tbe::Tensor rest = x - mean;
  tbe::Tensor variance = tbe::reduce_mean(rest * rest, axis, true);
  return {tbe::cast_to(mean, op.OutputDtype("mean")), tbe::cast_to(variance, op.OutputDtype("variance"))};
}

}  // namespace

REGISTER_OP_COMPUTE(MeanVariance, MeanVarianceCompute);
