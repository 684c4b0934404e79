#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> RoundEvenCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  return {tbe::round(x, x.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(RoundEven, RoundEvenCompute);
