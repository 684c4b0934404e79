#include "op_proto/training/losses.h"

#include <initializer_list>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;

namespace {

struct LossPorts {
  const char* predict;
  const char* label;                             // of the prediction's shape
  std::initializer_list<const char*> broadcast;  // to it
  const char* output;
};

// Computes the shape of the prediction. Returns why the inputs don't fit, or that the reduction is unknown; "": they
// do.
std::string CheckLoss(const Operator& op, const LossPorts& ports, const std::string& reduction, Dims& shape) {
  if (reduction != "none" && reduction != "sum" && reduction != "mean" && reduction != "batchmean") {
    return "reduction '" + reduction + "' is none of none, sum, mean, batchmean";
  }
  const Dims predict = opdk::InputDims(op, ports.predict), label = opdk::InputDims(op, ports.label);
  const auto merged = opdk::MergeDims(predict, label);
  if (!merged) {
    return std::string(ports.label) + " " + opdk::ShapeText(label) + " has not the shape of " + ports.predict + ", " +
           opdk::ShapeText(predict);
  }
  shape = *merged;
  if (reduction == "batchmean" && shape.empty()) return "reduction 'batchmean' needs an axis, but the loss is a scalar";
  for (const char* port : ports.broadcast) {
    if (!opdk::HasInput(op, port)) continue;
    const Dims dims = opdk::InputDims(op, port);
    if (!opdk::BroadcastsTo(dims, shape)) {
      return std::string(port) + " " + opdk::ShapeText(dims) + " doesn't broadcast to " + opdk::ShapeText(shape);
    }
  }
  return "";
}

// Infers the loss for each element, or its gradient.
graphStatus InferElements(Operator& op, const LossPorts& ports, const std::string& reduction) {
  Dims shape;
  const std::string problem = CheckLoss(op, ports, reduction, shape);
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return opdk::SetOutput(op, ports.output, shape, opdk::InputType(op, ports.predict));
}

graphStatus InferReduced(Operator& op, const LossPorts& ports, const std::string& reduction) {
  if (reduction == "none") return InferElements(op, ports, reduction);
  Dims shape;
  const std::string problem = CheckLoss(op, ports, reduction, shape);
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return opdk::SetOutput(op, ports.output, {}, opdk::InputType(op, ports.predict));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(L2LossInfer) { return opdk::SetOutput(op, "y", {}, opdk::InputType(op, "x")); }
COMMON_INFER_FUNC_REG(L2Loss, L2LossInfer);

IMPLEMT_COMMON_INFERFUNC(MseLossInfer) {
  return InferReduced(op, {"predict", "label", {}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus MseLossVerify(const Operator& op) { return opdk::CheckSameType(op, {"predict", "label"}); }
COMMON_INFER_FUNC_REG(MseLoss, MseLossInfer);
VERIFY_FUNC_REG(MseLoss, MseLossVerify);

IMPLEMT_COMMON_INFERFUNC(MseLossGradInfer) {
  return InferElements(op, {"predict", "label", {"dout"}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus MseLossGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "label", "dout"});
}
COMMON_INFER_FUNC_REG(MseLossGrad, MseLossGradInfer);
VERIFY_FUNC_REG(MseLossGrad, MseLossGradVerify);

IMPLEMT_COMMON_INFERFUNC(L1LossGradInfer) {
  return InferElements(op, {"predict", "label", {"grads"}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus L1LossGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grads", "predict", "label"});
}
COMMON_INFER_FUNC_REG(L1LossGrad, L1LossGradInfer);
VERIFY_FUNC_REG(L1LossGrad, L1LossGradVerify);

IMPLEMT_COMMON_INFERFUNC(LpLossInfer) {
  return InferReduced(op, {"predict", "label", {}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus LpLossVerify(const Operator& op) { return opdk::CheckSameType(op, {"predict", "label"}); }
COMMON_INFER_FUNC_REG(LpLoss, LpLossInfer);
VERIFY_FUNC_REG(LpLoss, LpLossVerify);

IMPLEMT_COMMON_INFERFUNC(SmoothL1LossInfer) { return InferElements(op, {"predict", "label", {}, "loss"}, "none"); }
static graphStatus SmoothL1LossVerify(const Operator& op) { return opdk::CheckSameType(op, {"predict", "label"}); }
COMMON_INFER_FUNC_REG(SmoothL1Loss, SmoothL1LossInfer);
VERIFY_FUNC_REG(SmoothL1Loss, SmoothL1LossVerify);

IMPLEMT_COMMON_INFERFUNC(SmoothL1LossGradInfer) {
  return InferElements(op, {"predict", "label", {"dout"}, "gradient"}, "none");
}
static graphStatus SmoothL1LossGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "label", "dout"});
}
COMMON_INFER_FUNC_REG(SmoothL1LossGrad, SmoothL1LossGradInfer);
VERIFY_FUNC_REG(SmoothL1LossGrad, SmoothL1LossGradVerify);

IMPLEMT_COMMON_INFERFUNC(SmoothL1LossV2Infer) {
  return InferReduced(op, {"predict", "label", {}, "loss"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus SmoothL1LossV2Verify(const Operator& op) { return opdk::CheckSameType(op, {"predict", "label"}); }
COMMON_INFER_FUNC_REG(SmoothL1LossV2, SmoothL1LossV2Infer);
VERIFY_FUNC_REG(SmoothL1LossV2, SmoothL1LossV2Verify);

IMPLEMT_COMMON_INFERFUNC(SmoothL1LossGradV2Infer) {
  return InferElements(op, {"predict", "label", {"dout"}, "gradient"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus SmoothL1LossGradV2Verify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "label", "dout"});
}
COMMON_INFER_FUNC_REG(SmoothL1LossGradV2, SmoothL1LossGradV2Infer);
VERIFY_FUNC_REG(SmoothL1LossGradV2, SmoothL1LossGradV2Verify);

IMPLEMT_COMMON_INFERFUNC(SigmoidCrossEntropyWithLogitsInfer) {
  return InferElements(op, {"predict", "target", {}, "loss"}, "none");
}
static graphStatus SigmoidCrossEntropyWithLogitsVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "target"});
}
COMMON_INFER_FUNC_REG(SigmoidCrossEntropyWithLogits, SigmoidCrossEntropyWithLogitsInfer);
VERIFY_FUNC_REG(SigmoidCrossEntropyWithLogits, SigmoidCrossEntropyWithLogitsVerify);

IMPLEMT_COMMON_INFERFUNC(SigmoidCrossEntropyWithLogitsGradInfer) {
  return InferElements(op, {"predict", "target", {"dout"}, "gradient"}, "none");
}
static graphStatus SigmoidCrossEntropyWithLogitsGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "target", "dout"});
}
COMMON_INFER_FUNC_REG(SigmoidCrossEntropyWithLogitsGrad, SigmoidCrossEntropyWithLogitsGradInfer);
VERIFY_FUNC_REG(SigmoidCrossEntropyWithLogitsGrad, SigmoidCrossEntropyWithLogitsGradVerify);

IMPLEMT_COMMON_INFERFUNC(SigmoidCrossEntropyWithLogitsV2Infer) {
  return InferReduced(op, {"predict", "target", {"weight", "pos_weight"}, "loss"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus SigmoidCrossEntropyWithLogitsV2Verify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "target", "weight", "pos_weight"});
}
COMMON_INFER_FUNC_REG(SigmoidCrossEntropyWithLogitsV2, SigmoidCrossEntropyWithLogitsV2Infer);
VERIFY_FUNC_REG(SigmoidCrossEntropyWithLogitsV2, SigmoidCrossEntropyWithLogitsV2Verify);

IMPLEMT_COMMON_INFERFUNC(SigmoidCrossEntropyWithLogitsGradV2Infer) {
  return InferElements(op, {"predict", "target", {"dout", "weight", "pos_weight"}, "gradient"},
                       opdk::StringAttr(op, "reduction"));
}
static graphStatus SigmoidCrossEntropyWithLogitsGradV2Verify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "target", "dout", "weight", "pos_weight"});
}
COMMON_INFER_FUNC_REG(SigmoidCrossEntropyWithLogitsGradV2, SigmoidCrossEntropyWithLogitsGradV2Infer);
VERIFY_FUNC_REG(SigmoidCrossEntropyWithLogitsGradV2, SigmoidCrossEntropyWithLogitsGradV2Verify);

IMPLEMT_COMMON_INFERFUNC(BinaryCrossEntropyInfer) {
  return InferReduced(op, {"x", "y", {"weight"}, "output"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus BinaryCrossEntropyVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"x", "y", "weight"});
}
COMMON_INFER_FUNC_REG(BinaryCrossEntropy, BinaryCrossEntropyInfer);
VERIFY_FUNC_REG(BinaryCrossEntropy, BinaryCrossEntropyVerify);

IMPLEMT_COMMON_INFERFUNC(BinaryCrossEntropyGradInfer) {
  return InferElements(op, {"x", "y", {"grad_output", "weight"}, "output"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus BinaryCrossEntropyGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"x", "y", "grad_output", "weight"});
}
COMMON_INFER_FUNC_REG(BinaryCrossEntropyGrad, BinaryCrossEntropyGradInfer);
VERIFY_FUNC_REG(BinaryCrossEntropyGrad, BinaryCrossEntropyGradVerify);

IMPLEMT_COMMON_INFERFUNC(KLDivInfer) {
  return InferReduced(op, {"x", "target", {}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus KLDivVerify(const Operator& op) { return opdk::CheckSameType(op, {"x", "target"}); }
COMMON_INFER_FUNC_REG(KLDiv, KLDivInfer);
VERIFY_FUNC_REG(KLDiv, KLDivVerify);

IMPLEMT_COMMON_INFERFUNC(KlDivLossGradInfer) {
  return InferElements(op, {"input", "target", {"grad"}, "y"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus KlDivLossGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"grad", "input", "target"});
}
COMMON_INFER_FUNC_REG(KlDivLossGrad, KlDivLossGradInfer);
VERIFY_FUNC_REG(KlDivLossGrad, KlDivLossGradVerify);

IMPLEMT_COMMON_INFERFUNC(SoftMarginLossInfer) {
  return InferReduced(op, {"input_x", "input_y", {}, "output_z"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus SoftMarginLossVerify(const Operator& op) { return opdk::CheckSameType(op, {"input_x", "input_y"}); }
COMMON_INFER_FUNC_REG(SoftMarginLoss, SoftMarginLossInfer);
VERIFY_FUNC_REG(SoftMarginLoss, SoftMarginLossVerify);

IMPLEMT_COMMON_INFERFUNC(SoftMarginLossGradInfer) {
  return InferElements(op, {"predict", "label", {"dout"}, "gradient"}, opdk::StringAttr(op, "reduction"));
}
static graphStatus SoftMarginLossGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"predict", "label", "dout"});
}
COMMON_INFER_FUNC_REG(SoftMarginLossGrad, SoftMarginLossGradInfer);
VERIFY_FUNC_REG(SoftMarginLossGrad, SoftMarginLossGradVerify);

}  // namespace ge
