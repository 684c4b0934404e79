#include "op_proto/training/optimizers.h"

#include "op_proto/training/step.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ApplyGradientDescentInfer) { return InferStep(op, {"var", "delta"}, {"alpha"}, {"var"}); }
static graphStatus ApplyGradientDescentVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "alpha", "delta"});
}
COMMON_INFER_FUNC_REG(ApplyGradientDescent, ApplyGradientDescentInfer);
VERIFY_FUNC_REG(ApplyGradientDescent, ApplyGradientDescentVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyMomentumDInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr", "momentum"}, {"var", "accum"});
}
static graphStatus ApplyMomentumDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad", "momentum"});
}
COMMON_INFER_FUNC_REG(ApplyMomentumD, ApplyMomentumDInfer);
VERIFY_FUNC_REG(ApplyMomentumD, ApplyMomentumDVerify);
COMMON_INFER_FUNC_REG(ApplyMomentum, ApplyMomentumDInfer);
VERIFY_FUNC_REG(ApplyMomentum, ApplyMomentumDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyKerasMomentumDInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr", "momentum"}, {"var", "accum"});
}
static graphStatus ApplyKerasMomentumDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad", "momentum"});
}
COMMON_INFER_FUNC_REG(ApplyKerasMomentumD, ApplyKerasMomentumDInfer);
VERIFY_FUNC_REG(ApplyKerasMomentumD, ApplyKerasMomentumDVerify);
COMMON_INFER_FUNC_REG(ApplyKerasMomentum, ApplyKerasMomentumDInfer);
VERIFY_FUNC_REG(ApplyKerasMomentum, ApplyKerasMomentumDVerify);

IMPLEMT_COMMON_INFERFUNC(FusedMulApplyMomentumInfer) {
  return InferStep(op, {"var", "accum", "x1"}, {"lr", "momentum", "x2"}, {"var", "accum"});
}
static graphStatus FusedMulApplyMomentumVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "x1", "momentum", "x2"});
}
COMMON_INFER_FUNC_REG(FusedMulApplyMomentum, FusedMulApplyMomentumInfer);
VERIFY_FUNC_REG(FusedMulApplyMomentum, FusedMulApplyMomentumVerify);

IMPLEMT_COMMON_INFERFUNC(FusedMulApplyKerasMomentumInfer) {
  return InferStep(op, {"var", "accum", "x1"}, {"lr", "momentum", "x2"}, {"var", "accum"});
}
static graphStatus FusedMulApplyKerasMomentumVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "x1", "momentum", "x2"});
}
COMMON_INFER_FUNC_REG(FusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumInfer);
VERIFY_FUNC_REG(FusedMulApplyKerasMomentum, FusedMulApplyKerasMomentumVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdagradDInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr"}, {"var", "accum"});
}
static graphStatus ApplyAdagradDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdagradD, ApplyAdagradDInfer);
VERIFY_FUNC_REG(ApplyAdagradD, ApplyAdagradDVerify);
COMMON_INFER_FUNC_REG(ApplyAdagrad, ApplyAdagradDInfer);
VERIFY_FUNC_REG(ApplyAdagrad, ApplyAdagradDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdagradV2DInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr"}, {"var", "accum"});
}
static graphStatus ApplyAdagradV2DVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdagradV2D, ApplyAdagradV2DInfer);
VERIFY_FUNC_REG(ApplyAdagradV2D, ApplyAdagradV2DVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdagradV2Infer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr", "epsilon"}, {"var", "accum"});
}
static graphStatus ApplyAdagradV2Verify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdagradV2, ApplyAdagradV2Infer);
VERIFY_FUNC_REG(ApplyAdagradV2, ApplyAdagradV2Verify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdadeltaDInfer) {
  return InferStep(op, {"var", "accum", "accum_update", "grad"}, {"lr", "rho", "epsilon"},
                   {"var", "accum", "accum_update"});
}
static graphStatus ApplyAdadeltaDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "accum_update", "lr", "rho", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdadeltaD, ApplyAdadeltaDInfer);
VERIFY_FUNC_REG(ApplyAdadeltaD, ApplyAdadeltaDVerify);
COMMON_INFER_FUNC_REG(ApplyAdadelta, ApplyAdadeltaDInfer);
VERIFY_FUNC_REG(ApplyAdadelta, ApplyAdadeltaDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAddSignDInfer) {
  return InferStep(op, {"var", "m", "grad"}, {"lr", "alpha", "sign_decay", "beta"}, {"var", "m"});
}
static graphStatus ApplyAddSignDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "lr", "alpha", "sign_decay", "beta", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAddSignD, ApplyAddSignDInfer);
VERIFY_FUNC_REG(ApplyAddSignD, ApplyAddSignDVerify);
COMMON_INFER_FUNC_REG(ApplyAddSign, ApplyAddSignDInfer);
VERIFY_FUNC_REG(ApplyAddSign, ApplyAddSignDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyPowerSignDInfer) {
  return InferStep(op, {"var", "m", "grad"}, {"lr", "logbase", "sign_decay", "beta"}, {"var", "m"});
}
static graphStatus ApplyPowerSignDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "lr", "logbase", "sign_decay", "beta", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyPowerSignD, ApplyPowerSignDInfer);
VERIFY_FUNC_REG(ApplyPowerSignD, ApplyPowerSignDVerify);
COMMON_INFER_FUNC_REG(ApplyPowerSign, ApplyPowerSignDInfer);
VERIFY_FUNC_REG(ApplyPowerSign, ApplyPowerSignDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyRMSPropDInfer) {
  return InferStep(op, {"var", "ms", "mom", "grad"}, {"lr"}, {"var", "ms", "mom"});
}
static graphStatus ApplyRMSPropDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "ms", "mom", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyRMSPropD, ApplyRMSPropDInfer);
VERIFY_FUNC_REG(ApplyRMSPropD, ApplyRMSPropDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyRMSPropInfer) {
  return InferStep(op, {"var", "ms", "mom", "grad"}, {"lr", "rho", "momentum", "epsilon"}, {"var", "ms", "mom"});
}
static graphStatus ApplyRMSPropVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "ms", "mom", "lr", "rho", "momentum", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyRMSProp, ApplyRMSPropInfer);
VERIFY_FUNC_REG(ApplyRMSProp, ApplyRMSPropVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyCenteredRMSPropDInfer) {
  return InferStep(op, {"var", "mg", "ms", "mom", "grad"}, {"lr", "rho", "momentum", "epsilon"},
                   {"var", "mg", "ms", "mom"});
}
static graphStatus ApplyCenteredRMSPropDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "mg", "ms", "mom", "lr", "rho", "momentum", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDInfer);
VERIFY_FUNC_REG(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDVerify);
COMMON_INFER_FUNC_REG(ApplyCenteredRMSProp, ApplyCenteredRMSPropDInfer);
VERIFY_FUNC_REG(ApplyCenteredRMSProp, ApplyCenteredRMSPropDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyFtrlDInfer) {
  return InferStep(op, {"var", "accum", "linear", "grad"}, {"lr", "l1", "l2", "lr_power"}, {"var", "accum", "linear"});
}
static graphStatus ApplyFtrlDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "linear", "grad", "lr", "l1", "l2", "lr_power"});
}
COMMON_INFER_FUNC_REG(ApplyFtrlD, ApplyFtrlDInfer);
VERIFY_FUNC_REG(ApplyFtrlD, ApplyFtrlDVerify);
COMMON_INFER_FUNC_REG(ApplyFtrl, ApplyFtrlDInfer);
VERIFY_FUNC_REG(ApplyFtrl, ApplyFtrlDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyFtrlV2DInfer) {
  return InferStep(op, {"var", "accum", "linear", "grad"}, {"lr", "l1", "l2", "l2_shrinkage", "lr_power"},
                   {"var", "accum", "linear"});
}
static graphStatus ApplyFtrlV2DVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "linear", "grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"});
}
COMMON_INFER_FUNC_REG(ApplyFtrlV2D, ApplyFtrlV2DInfer);
VERIFY_FUNC_REG(ApplyFtrlV2D, ApplyFtrlV2DVerify);
COMMON_INFER_FUNC_REG(ApplyFtrlV2, ApplyFtrlV2DInfer);
VERIFY_FUNC_REG(ApplyFtrlV2, ApplyFtrlV2DVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyProximalGradientDescentInfer) {
  return InferStep(op, {"var", "delta"}, {"alpha", "l1", "l2"}, {"var"});
}
static graphStatus ApplyProximalGradientDescentVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "alpha", "l1", "l2", "delta"});
}
COMMON_INFER_FUNC_REG(ApplyProximalGradientDescent, ApplyProximalGradientDescentInfer);
VERIFY_FUNC_REG(ApplyProximalGradientDescent, ApplyProximalGradientDescentVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyProximalAdagradDInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr", "l1", "l2"}, {"var", "accum"});
}
static graphStatus ApplyProximalAdagradDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "l1", "l2", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyProximalAdagradD, ApplyProximalAdagradDInfer);
VERIFY_FUNC_REG(ApplyProximalAdagradD, ApplyProximalAdagradDVerify);
COMMON_INFER_FUNC_REG(ApplyProximalAdagrad, ApplyProximalAdagradDInfer);
VERIFY_FUNC_REG(ApplyProximalAdagrad, ApplyProximalAdagradDVerify);

}  // namespace ge
