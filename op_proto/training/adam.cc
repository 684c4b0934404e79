#include "op_proto/training/adam.h"

#include "op_proto/training/step.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ApplyAdamDInfer) {
  return InferStep(op, {"var", "m", "v", "grad"}, {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"},
                   {"var", "m", "v"});
}
static graphStatus ApplyAdamDVerify(const Operator& op) {
  return opdk::CheckSameType(
      op, {"var", "m", "v", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdamD, ApplyAdamDInfer);
VERIFY_FUNC_REG(ApplyAdamD, ApplyAdamDVerify);
COMMON_INFER_FUNC_REG(ApplyAdam, ApplyAdamDInfer);
VERIFY_FUNC_REG(ApplyAdam, ApplyAdamDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdamWithAmsgradDInfer) {
  return InferStep(op, {"var", "m", "v", "vhat", "grad"}, {"beta1_power", "beta2_power", "lr"},
                   {"var", "m", "v", "vhat"});
}
static graphStatus ApplyAdamWithAmsgradDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "v", "vhat", "beta1_power", "beta2_power", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDInfer);
VERIFY_FUNC_REG(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdamWithAmsgradInfer) {
  return InferStep(op, {"var", "m", "v", "vhat", "grad"},
                   {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"}, {"var", "m", "v", "vhat"});
}
static graphStatus ApplyAdamWithAmsgradVerify(const Operator& op) {
  return opdk::CheckSameType(
      op, {"var", "m", "v", "vhat", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdamWithAmsgrad, ApplyAdamWithAmsgradInfer);
VERIFY_FUNC_REG(ApplyAdamWithAmsgrad, ApplyAdamWithAmsgradVerify);
COMMON_INFER_FUNC_REG(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradInfer);
VERIFY_FUNC_REG(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdaMaxDInfer) {
  return InferStep(op, {"var", "m", "v", "grad"}, {"beta1_power", "lr", "beta1", "beta2", "epsilon"},
                   {"var", "m", "v"});
}
static graphStatus ApplyAdaMaxDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "v", "beta1_power", "lr", "beta1", "beta2", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdaMaxD, ApplyAdaMaxDInfer);
VERIFY_FUNC_REG(ApplyAdaMaxD, ApplyAdaMaxDVerify);
COMMON_INFER_FUNC_REG(ApplyAdaMax, ApplyAdaMaxDInfer);
VERIFY_FUNC_REG(ApplyAdaMax, ApplyAdaMaxDVerify);

IMPLEMT_COMMON_INFERFUNC(AdamApplyOneInfer) {
  return InferStep(op, {"input0", "input1", "input2", "input3"},
                   {"input4", "mul0_x", "mul1_x", "mul2_x", "mul3_x", "add2_y"}, {"output0", "output1", "output2"});
}
static graphStatus AdamApplyOneVerify(const Operator& op) {
  return opdk::CheckSameType(
      op, {"input0", "input1", "input2", "input3", "input4", "mul0_x", "mul1_x", "mul2_x", "mul3_x", "add2_y"});
}
COMMON_INFER_FUNC_REG(AdamApplyOne, AdamApplyOneInfer);
VERIFY_FUNC_REG(AdamApplyOne, AdamApplyOneVerify);

IMPLEMT_COMMON_INFERFUNC(AdamApplyOneWithDecayInfer) {
  return InferStep(op, {"input0", "input1", "input2", "input3"},
                   {"input4", "mul0_x", "mul1_x", "mul2_x", "mul3_x", "mul4_x", "add2_y"},
                   {"output0", "output1", "output2"});
}
static graphStatus AdamApplyOneWithDecayVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"input0", "input1", "input2", "input3", "input4", "mul0_x", "mul1_x", "mul2_x",
                                  "mul3_x", "mul4_x", "add2_y"});
}
COMMON_INFER_FUNC_REG(AdamApplyOneWithDecay, AdamApplyOneWithDecayInfer);
VERIFY_FUNC_REG(AdamApplyOneWithDecay, AdamApplyOneWithDecayVerify);

}  // namespace ge
