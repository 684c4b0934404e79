#include "op_proto/training/softmax_gradients.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::InferAlongAxes;
using opdk::ShapeText;

namespace {

graphStatus InferRowLoss(Operator& op, const Dims& rows_and_classes) {
  const DataType type = opdk::InputType(op, "features");
  const Dims rows = opdk::IsUnknownRank(rows_and_classes) ? Dims{-1} : Dims{rows_and_classes[0]};
  if (opdk::SetOutput(op, "loss", rows, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "backprop", rows_and_classes, type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(SoftmaxGradInfer) { return InferAlongAxes(op, "softmax", "grad_softmax", "axes", "grad_x"); }
static graphStatus SoftmaxGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"softmax", "grad_softmax"});
}
COMMON_INFER_FUNC_REG(SoftmaxGrad, SoftmaxGradInfer);
VERIFY_FUNC_REG(SoftmaxGrad, SoftmaxGradVerify);

IMPLEMT_COMMON_INFERFUNC(SoftmaxGradExtInfer) {
  const Dims x2 = opdk::InputDims(op, "x2");
  const auto y = opdk::SharedShape(op, "grad", "x1");
  if (!y) return GRAPH_FAILED;
  if (!opdk::BroadcastsTo(x2, *y)) {
    return opdk::ReportInferError(op, "x2 " + ShapeText(x2) + " can't be broadcast to grad, " + ShapeText(*y));
  }
  const bool known = !opdk::IsUnknownRank(*y) && !y->empty();
  if (known && !opdk::CheckedAxis(op, "axes", opdk::IntAttr(op, "axes"), *y)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "grad"));
}
static graphStatus SoftmaxGradExtVerify(const Operator& op) { return opdk::CheckSameType(op, {"grad", "x1", "x2"}); }
COMMON_INFER_FUNC_REG(SoftmaxGradExt, SoftmaxGradExtInfer);
VERIFY_FUNC_REG(SoftmaxGradExt, SoftmaxGradExtVerify);

IMPLEMT_COMMON_INFERFUNC(LogSoftmaxGradInfer) { return InferAlongAxes(op, "grad", "x", "axis", "y"); }
static graphStatus LogSoftmaxGradVerify(const Operator& op) { return opdk::CheckSameType(op, {"grad", "x"}); }
COMMON_INFER_FUNC_REG(LogSoftmaxGrad, LogSoftmaxGradInfer);
VERIFY_FUNC_REG(LogSoftmaxGrad, LogSoftmaxGradVerify);

IMPLEMT_COMMON_INFERFUNC(SoftmaxCrossEntropyWithLogitsInfer) {
  const Dims features = opdk::InputDims(op, "features"), labels = opdk::InputDims(op, "labels");
  const auto merged = opdk::MergeDims(features, labels);
  if (!merged || (!opdk::IsUnknownRank(*merged) && merged->size() != 2)) {
    return opdk::ReportInferError(
        op, "features " + ShapeText(features) + " and labels " + ShapeText(labels) + " are not both [N, C]");
  }
  return InferRowLoss(op, *merged);
}
static graphStatus SoftmaxCrossEntropyWithLogitsVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"features", "labels"});
}
COMMON_INFER_FUNC_REG(SoftmaxCrossEntropyWithLogits, SoftmaxCrossEntropyWithLogitsInfer);
VERIFY_FUNC_REG(SoftmaxCrossEntropyWithLogits, SoftmaxCrossEntropyWithLogitsVerify);

IMPLEMT_COMMON_INFERFUNC(SparseSoftmaxCrossEntropyWithLogitsInfer) {
  const Dims features = opdk::InputDims(op, "features"), labels = opdk::InputDims(op, "labels");
  const Dims classes = opdk::IsUnknownRank(features) || features.size() != 2 ? Dims{-1} : Dims{features[1]};
  Dims expected = labels;
  if (!opdk::IsUnknownRank(labels) && labels.size() == 1) expected.push_back(classes[0]);
  const auto merged = opdk::MergeDims(features, expected);
  if (!merged || (!opdk::IsUnknownRank(*merged) && merged->size() != 2)) {
    return opdk::ReportInferError(
        op, "features " + ShapeText(features) + " is not [N, C] or labels " + ShapeText(labels) + " not [N]");
  }
  return InferRowLoss(op, *merged);
}
COMMON_INFER_FUNC_REG(SparseSoftmaxCrossEntropyWithLogits, SparseSoftmaxCrossEntropyWithLogitsInfer);

}  // namespace ge
