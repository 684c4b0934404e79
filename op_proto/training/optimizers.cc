#include "op_proto/training/optimizers.h"

#include <initializer_list>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;

namespace {

// Every output is like the first of `tensors`, of which all have one shape; each of `numbers` is one number.
graphStatus InferStep(Operator& op, std::initializer_list<const char*> tensors,
                      std::initializer_list<const char*> numbers, std::initializer_list<const char*> outputs) {
  Dims shape = opdk::kUnknownRank;
  for (const char* tensor : tensors) {
    const Dims dims = opdk::InputDims(op, tensor);
    const auto merged = opdk::MergeDims(shape, dims);
    if (!merged) {
      return opdk::ReportInferError(op, std::string(tensor) + " " + opdk::ShapeText(dims) + " has not the shape of " +
                                            *tensors.begin() + ", " + opdk::ShapeText(shape));
    }
    shape = *merged;
  }
  for (const char* number : numbers) {
    const Dims dims = opdk::InputDims(op, number);
    if (opdk::IsUnknownRank(dims) || opdk::ExtentProduct(dims) == 1 || opdk::ExtentProduct(dims) < 0) continue;
    return opdk::ReportInferError(op, std::string(number) + " " + opdk::ShapeText(dims) + " is not one number");
  }
  const DataType type = opdk::InputType(op, *tensors.begin());
  for (const char* output : outputs) {
    if (opdk::SetOutput(op, output, shape, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}

}  // namespace

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

IMPLEMT_COMMON_INFERFUNC(ApplyKerasMomentumDInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr", "momentum"}, {"var", "accum"});
}
static graphStatus ApplyKerasMomentumDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad", "momentum"});
}
COMMON_INFER_FUNC_REG(ApplyKerasMomentumD, ApplyKerasMomentumDInfer);
VERIFY_FUNC_REG(ApplyKerasMomentumD, ApplyKerasMomentumDVerify);

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

IMPLEMT_COMMON_INFERFUNC(ApplyAdagradV2DInfer) {
  return InferStep(op, {"var", "accum", "grad"}, {"lr"}, {"var", "accum"});
}
static graphStatus ApplyAdagradV2DVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdagradV2D, ApplyAdagradV2DInfer);
VERIFY_FUNC_REG(ApplyAdagradV2D, ApplyAdagradV2DVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdadeltaDInfer) {
  return InferStep(op, {"var", "accum", "accum_update", "grad"}, {"lr", "rho", "epsilon"},
                   {"var", "accum", "accum_update"});
}
static graphStatus ApplyAdadeltaDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "accum_update", "lr", "rho", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdadeltaD, ApplyAdadeltaDInfer);
VERIFY_FUNC_REG(ApplyAdadeltaD, ApplyAdadeltaDVerify);

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

IMPLEMT_COMMON_INFERFUNC(ApplyAdamWithAmsgradDInfer) {
  return InferStep(op, {"var", "m", "v", "vhat", "grad"}, {"beta1_power", "beta2_power", "lr"},
                   {"var", "m", "v", "vhat"});
}
static graphStatus ApplyAdamWithAmsgradDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "v", "vhat", "beta1_power", "beta2_power", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDInfer);
VERIFY_FUNC_REG(ApplyAdamWithAmsgradD, ApplyAdamWithAmsgradDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdamWithAmsgradV2Infer) {
  return InferStep(op, {"var", "m", "v", "vhat", "grad"},
                   {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"}, {"var", "m", "v", "vhat"});
}
static graphStatus ApplyAdamWithAmsgradV2Verify(const Operator& op) {
  return opdk::CheckSameType(
      op, {"var", "m", "v", "vhat", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradV2Infer);
VERIFY_FUNC_REG(ApplyAdamWithAmsgradV2, ApplyAdamWithAmsgradV2Verify);

IMPLEMT_COMMON_INFERFUNC(ApplyAdaMaxDInfer) {
  return InferStep(op, {"var", "m", "v", "grad"}, {"beta1_power", "lr", "beta1", "beta2", "epsilon"},
                   {"var", "m", "v"});
}
static graphStatus ApplyAdaMaxDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "v", "beta1_power", "lr", "beta1", "beta2", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAdaMaxD, ApplyAdaMaxDInfer);
VERIFY_FUNC_REG(ApplyAdaMaxD, ApplyAdaMaxDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyAddSignDInfer) {
  return InferStep(op, {"var", "m", "grad"}, {"lr", "alpha", "sign_decay", "beta"}, {"var", "m"});
}
static graphStatus ApplyAddSignDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "lr", "alpha", "sign_decay", "beta", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyAddSignD, ApplyAddSignDInfer);
VERIFY_FUNC_REG(ApplyAddSignD, ApplyAddSignDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyPowerSignDInfer) {
  return InferStep(op, {"var", "m", "grad"}, {"lr", "logbase", "sign_decay", "beta"}, {"var", "m"});
}
static graphStatus ApplyPowerSignDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "m", "lr", "logbase", "sign_decay", "beta", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyPowerSignD, ApplyPowerSignDInfer);
VERIFY_FUNC_REG(ApplyPowerSignD, ApplyPowerSignDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyRMSPropDInfer) {
  return InferStep(op, {"var", "ms", "mom", "grad"}, {"lr"}, {"var", "ms", "mom"});
}
static graphStatus ApplyRMSPropDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "ms", "mom", "lr", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyRMSPropD, ApplyRMSPropDInfer);
VERIFY_FUNC_REG(ApplyRMSPropD, ApplyRMSPropDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyCenteredRMSPropDInfer) {
  return InferStep(op, {"var", "mg", "ms", "mom", "grad"}, {"lr", "rho", "momentum", "epsilon"},
                   {"var", "mg", "ms", "mom"});
}
static graphStatus ApplyCenteredRMSPropDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "mg", "ms", "mom", "lr", "rho", "momentum", "epsilon", "grad"});
}
COMMON_INFER_FUNC_REG(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDInfer);
VERIFY_FUNC_REG(ApplyCenteredRMSPropD, ApplyCenteredRMSPropDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyFtrlDInfer) {
  return InferStep(op, {"var", "accum", "linear", "grad"}, {"lr", "l1", "l2", "lr_power"}, {"var", "accum", "linear"});
}
static graphStatus ApplyFtrlDVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "linear", "grad", "lr", "l1", "l2", "lr_power"});
}
COMMON_INFER_FUNC_REG(ApplyFtrlD, ApplyFtrlDInfer);
VERIFY_FUNC_REG(ApplyFtrlD, ApplyFtrlDVerify);

IMPLEMT_COMMON_INFERFUNC(ApplyFtrlV2DInfer) {
  return InferStep(op, {"var", "accum", "linear", "grad"}, {"lr", "l1", "l2", "l2_shrinkage", "lr_power"},
                   {"var", "accum", "linear"});
}
static graphStatus ApplyFtrlV2DVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"var", "accum", "linear", "grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"});
}
COMMON_INFER_FUNC_REG(ApplyFtrlV2D, ApplyFtrlV2DInfer);
VERIFY_FUNC_REG(ApplyFtrlV2D, ApplyFtrlV2DVerify);

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
