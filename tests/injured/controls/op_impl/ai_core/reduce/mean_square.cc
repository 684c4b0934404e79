#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> MeanSquareCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  tbe::Tensor wide = tbe::cast_to(x, x.dtype() == ge::DT_FLOAT16 ? ge::DT_FLOAT : x.dtype());
  tbe::Dims axes = op.ListInt("axes");
  if (axes.empty()) axes = tbe::AllAxes(x);
  return {tbe::cast_to(tbe::reduce_mean(wide * wide, axes, op.Bool("keep_dims")), x.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(MeanSquare, MeanSquareCompute);
