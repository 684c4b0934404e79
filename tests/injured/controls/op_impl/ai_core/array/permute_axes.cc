#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> PermuteAxesCompute(const tbe::OpParams& op) {
  return {tbe::transpose(op.Input("x"), op.ListInt("order"))};
}

}  // namespace

REGISTER_OP_COMPUTE(PermuteAxes, PermuteAxesCompute);
