#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> PlusOneCompute(const tbe::OpParams& op) { return {op.Input("x") + 1.0}; }

std::vector<tbe::Tensor> BiasCompute(const tbe::OpParams& op) {
  const tbe::Tensor x = op.Input("x");
  return {op.HasInput("bias") ? x + op.Input("bias") : tbe::vabs(tbe::vabs(x))};
}

}  // namespace

REGISTER_OP_COMPUTE(WrongForLongAndLarge, PlusOneCompute);
REGISTER_OP_COMPUTE(CrashesAtRankThree, PlusOneCompute);
REGISTER_OP_COMPUTE(WrongWithoutBias, BiasCompute);
REGISTER_OP_COMPUTE(FailsForLarge, PlusOneCompute);
REGISTER_OP_COMPUTE(Right, PlusOneCompute);
