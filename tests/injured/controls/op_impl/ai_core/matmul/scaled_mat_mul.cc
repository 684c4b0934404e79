#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> ScaledMatMulCompute(const tbe::OpParams& op) {
  return {
      tbe::gemm(op.Input("x1"), op.Input("x2"), tbe::Tensor(), op.Float("alpha"), 0, false, op.Bool("transpose_x2"))};
}

}  // namespace

REGISTER_OP_COMPUTE(ScaledMatMul, ScaledMatMulCompute);
