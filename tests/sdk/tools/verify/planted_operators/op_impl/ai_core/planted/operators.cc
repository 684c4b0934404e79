#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> PlusOneCompute(const tbe::OpParams& op) { return {op.Input("x") + 1.0}; }

std::vector<tbe::Tensor> BiasCompute(const tbe::OpParams& op) {
  const tbe::Tensor x = op.Input("x");
  return {op.HasInput("bias") ? x + op.Input("bias") : tbe::vabs(tbe::vabs(x))};
}

std::vector<tbe::Tensor> ErringCompute(const tbe::OpParams& op) {
  const tbe::Tensor x = op.Input("x");
  if (!x.shape().empty() && x.shape().back() == 5) return {tbe::reshape(x, {1234567})};
  return {x + 1.0};
}

std::vector<tbe::Tensor> SlowCompute(const tbe::OpParams& op) {
  const tbe::Tensor x = op.Input("x");
  if (x.shape() == std::vector<int64_t>{13, 29}) std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  return {x + 1.0};
}

}  // namespace

REGISTER_OP_COMPUTE(WrongForLongAndLarge, PlusOneCompute);
REGISTER_OP_COMPUTE(CrashesAtRankThree, PlusOneCompute);
REGISTER_OP_COMPUTE(WrongWithoutBias, BiasCompute);
REGISTER_OP_COMPUTE(FailsForLarge, PlusOneCompute);
REGISTER_OP_COMPUTE(ExpressionErrs, ErringCompute);
REGISTER_OP_COMPUTE(SlowExpression, SlowCompute);
REGISTER_OP_COMPUTE(RemembersCount, PlusOneCompute);
REGISTER_OP_COMPUTE(HangsOnce, PlusOneCompute);
REGISTER_OP_COMPUTE(Right, PlusOneCompute);
