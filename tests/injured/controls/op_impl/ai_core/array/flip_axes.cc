#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> FlipAxesCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  tbe::Dims axes = op.ListInt("axes");
  if (axes.empty()) axes = tbe::AllAxes(x);
  tbe::Dims offsets(x.shape().size(), 0), steps(x.shape().size(), 1);
  for (const int64_t axis : axes) {
    const auto place = static_cast<size_t>(axis < 0 ? axis + x.rank() : axis);
    if (x.shape()[place] == 0) return {x};
    offsets[place] = x.shape()[place] - 1;
    steps[place] = -1;
  }
  return {tbe::slice(x, offsets, x.shape(), steps)};
}

}  // namespace

REGISTER_OP_COMPUTE(FlipAxes, FlipAxesCompute);
