#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> RotateBitsCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  const int64_t bits = x.dtype() == ge::DT_UINT8 ? 8 : x.dtype() == ge::DT_UINT32 ? 32 : 64;
  const int64_t count = op.Int("count") % bits;
  tbe::Tensor upper = tbe::vshl(x, tbe::Param(count, x.dtype()));
  tbe::Tensor lower = tbe::vshr(x, tbe::Param(bits - count, x.dtype()));
  return {tbe::vor(upper, lower)};
}

}  // namespace

REGISTER_OP_COMPUTE(RotateBits, RotateBitsCompute);
