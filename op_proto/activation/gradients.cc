#include "op_proto/activation/gradients.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(GradientsGradientsFeaturesBackpropsInfer) {
  return opdk::InferBroadcast(op, {"gradients", "features"}, "backprops", opdk::InputType(op, "gradients"));
}
static graphStatus GradientsGradientsFeaturesBackpropsVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"gradients", "features"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsGradsActivationsYInfer) {
  return opdk::InferBroadcast(op, {"grads", "activations"}, "y", opdk::InputType(op, "grads"));
}
static graphStatus GradientsGradsActivationsYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grads", "activations"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsGradientsOutputsYInfer) {
  return opdk::InferBroadcast(op, {"gradients", "outputs"}, "y", opdk::InputType(op, "gradients"));
}
static graphStatus GradientsGradientsOutputsYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"gradients", "outputs"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsInputGradientsInputFeaturesOutputBackpropsInfer) {
  return opdk::InferBroadcast(op, {"input_gradients", "input_features"}, "output_backprops",
                              opdk::InputType(op, "input_gradients"));
}
static graphStatus GradientsInputGradientsInputFeaturesOutputBackpropsVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"input_gradients", "input_features"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsGradientsFeaturesOutputInfer) {
  return opdk::InferBroadcast(op, {"gradients", "features"}, "output", opdk::InputType(op, "gradients"));
}
static graphStatus GradientsGradientsFeaturesOutputVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"gradients", "features"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsGradsFeaturesBackpropsInfer) {
  return opdk::InferBroadcast(op, {"grads", "features"}, "backprops", opdk::InputType(op, "grads"));
}
static graphStatus GradientsGradsFeaturesBackpropsVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grads", "features"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsGradXYInfer) {
  return opdk::InferBroadcast(op, {"grad", "x"}, "y", opdk::InputType(op, "grad"));
}
static graphStatus GradientsGradXYVerify(const Operator& op) { return opdk::CheckSameType(op, {"grad", "x"}); }

IMPLEMT_COMMON_INFERFUNC(GradientsGradsInputXYInfer) {
  return opdk::InferBroadcast(op, {"grads", "input_x"}, "y", opdk::InputType(op, "grads"));
}
static graphStatus GradientsGradsInputXYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grads", "input_x"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsResultGradYInfer) {
  return opdk::InferBroadcast(op, {"result", "grad"}, "y", opdk::InputType(op, "result"));
}
static graphStatus GradientsResultGradYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"result", "grad"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsInputGradInputXOutputYInfer) {
  return opdk::InferBroadcast(op, {"input_grad", "input_x"}, "output_y", opdk::InputType(op, "input_grad"));
}
static graphStatus GradientsInputGradInputXOutputYVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"input_grad", "input_x"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsDyXYZInfer) {
  return opdk::InferBroadcast(op, {"dy", "x"}, "z", opdk::InputType(op, "dy"));
}
static graphStatus GradientsDyXYZVerify(const Operator& op) { return opdk::CheckSameType(op, {"dy", "x", "y"}); }

IMPLEMT_COMMON_INFERFUNC(GradientsDyXZInfer) {
  return opdk::InferBroadcast(op, {"dy", "x"}, "z", opdk::InputType(op, "dy"));
}
static graphStatus GradientsDyXZVerify(const Operator& op) { return opdk::CheckSameType(op, {"dy", "x"}); }

IMPLEMT_COMMON_INFERFUNC(GradientsGradXYGradXInfer) {
  return opdk::InferBroadcast(op, {"grad", "x"}, "grad_x", opdk::InputType(op, "grad"));
}
static graphStatus GradientsGradXYGradXVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grad", "x", "y"});
}

IMPLEMT_COMMON_INFERFUNC(GradientsDyXDxInfer) {
  return opdk::InferBroadcast(op, {"dy", "x"}, "dx", opdk::InputType(op, "dy"));
}
static graphStatus GradientsDyXDxVerify(const Operator& op) { return opdk::CheckSameType(op, {"dy", "x"}); }

IMPLEMT_COMMON_INFERFUNC(GradientsGradXTanhxXGradInfer) {
  return opdk::InferBroadcast(op, {"grad", "x"}, "x_grad", opdk::InputType(op, "grad"));
}
static graphStatus GradientsGradXTanhxXGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grad", "x", "tanhx"});
}

COMMON_INFER_FUNC_REG(ReluGrad, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(ReluGrad, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(Relu6Grad, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(Relu6Grad, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(LeakyReluGrad, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(LeakyReluGrad, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(ThresholdGradV2D, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(ThresholdGradV2D, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(EluGrad, GradientsGradsActivationsYInfer);
VERIFY_FUNC_REG(EluGrad, GradientsGradsActivationsYVerify);
COMMON_INFER_FUNC_REG(EluGradV2, GradientsGradsActivationsYInfer);
VERIFY_FUNC_REG(EluGradV2, GradientsGradsActivationsYVerify);
COMMON_INFER_FUNC_REG(SeluGrad, GradientsGradientsOutputsYInfer);
VERIFY_FUNC_REG(SeluGrad, GradientsGradientsOutputsYVerify);
COMMON_INFER_FUNC_REG(SoftplusGrad, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(SoftplusGrad, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(SoftplusV2Grad, GradientsInputGradientsInputFeaturesOutputBackpropsInfer);
VERIFY_FUNC_REG(SoftplusV2Grad, GradientsInputGradientsInputFeaturesOutputBackpropsVerify);
COMMON_INFER_FUNC_REG(SoftsignGrad, GradientsGradientsFeaturesOutputInfer);
VERIFY_FUNC_REG(SoftsignGrad, GradientsGradientsFeaturesOutputVerify);
COMMON_INFER_FUNC_REG(LogSigmoidGrad, GradientsGradsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(LogSigmoidGrad, GradientsGradsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(HardSwishGrad, GradientsGradXYInfer);
VERIFY_FUNC_REG(HardSwishGrad, GradientsGradXYVerify);
COMMON_INFER_FUNC_REG(HardSigmoidGrad, GradientsGradsInputXYInfer);
VERIFY_FUNC_REG(HardSigmoidGrad, GradientsGradsInputXYVerify);
COMMON_INFER_FUNC_REG(HardtanhGrad, GradientsResultGradYInfer);
VERIFY_FUNC_REG(HardtanhGrad, GradientsResultGradYVerify);
COMMON_INFER_FUNC_REG(HardShrinkGrad, GradientsGradientsFeaturesBackpropsInfer);
VERIFY_FUNC_REG(HardShrinkGrad, GradientsGradientsFeaturesBackpropsVerify);
COMMON_INFER_FUNC_REG(SoftShrinkGrad, GradientsInputGradInputXOutputYInfer);
VERIFY_FUNC_REG(SoftShrinkGrad, GradientsInputGradInputXOutputYVerify);
COMMON_INFER_FUNC_REG(GeluGrad, GradientsDyXYZInfer);
VERIFY_FUNC_REG(GeluGrad, GradientsDyXYZVerify);
COMMON_INFER_FUNC_REG(FastGeluGrad, GradientsDyXZInfer);
VERIFY_FUNC_REG(FastGeluGrad, GradientsDyXZVerify);
COMMON_INFER_FUNC_REG(SwishGrad, GradientsGradXYGradXInfer);
VERIFY_FUNC_REG(SwishGrad, GradientsGradXYGradXVerify);
COMMON_INFER_FUNC_REG(SiluGrad, GradientsDyXDxInfer);
VERIFY_FUNC_REG(SiluGrad, GradientsDyXDxVerify);
COMMON_INFER_FUNC_REG(MishGrad, GradientsGradXTanhxXGradInfer);
VERIFY_FUNC_REG(MishGrad, GradientsGradXTanhxXGradVerify);

}  // namespace ge
