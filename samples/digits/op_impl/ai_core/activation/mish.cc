#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Computes x * tanh(ln(1 + e^x)). tanh(ln(1 + e^x)) = ((1 + e^x)^2 - 1) / ((1 + e^x)^2 + 1); with n = e^x (e^x + 2)
// that is n / (n + 2). Where e^x would overflow the quotient is 1 already, so x is held below 20.
std::vector<tbe::Tensor> MishCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  tbe::Tensor e = tbe::vexp(tbe::vmins(x, 20.0));
  tbe::Tensor n = e * (e + 2.0);
  return {x * (n / (n + 2.0))};
}

}  // namespace

REGISTER_OP_COMPUTE(Mish, MishCompute);
