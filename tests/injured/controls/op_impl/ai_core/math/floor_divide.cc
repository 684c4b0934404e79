#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Corrects the DSL's division, which truncates: the floor is one lower if there is a rest and the signs differ.
std::vector<tbe::Tensor> FloorDivideCompute(const tbe::OpParams& op) {
  tbe::Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  tbe::Tensor quotient = x1 / x2;
  tbe::Tensor rest = x1 - quotient * x2;
  tbe::Tensor lower = tbe::vand(tbe::vcmp(rest, 0, "ne"), tbe::vxor(rest < 0, x2 < 0));
  tbe::Tensor floor = tbe::vsel(lower, quotient - 1, quotient);
  return {tbe::vsel(tbe::vcmp(x2, 0, "eq"), 0, floor)};
}

}  // namespace

REGISTER_OP_COMPUTE(FloorDivide, FloorDivideCompute);
