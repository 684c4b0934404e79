#include "op_proto/norm/cross_entropy.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

struct LossPorts {
  const char* scores;
  const char* labels;
  const char* weights;
};
constexpr LossPorts kCrossEntropy = {"scores", "labels", "weights"};
constexpr LossPorts kLikelihood = {"input", "target", "weight"};

graphStatus RefusePort(Operator& op, const char* port, const opdk::Dims& is, const opdk::Dims& must) {
  return opdk::ReportInferError(
      op, std::string(port) + " has shape " + opdk::ShapeText(is) + ", it must be " + opdk::ShapeText(must));
}

graphStatus InferLoss(Operator& op, const LossPorts& ports) {
  const opdk::Dims scores = opdk::InputDims(op, ports.scores);
  opdk::Dims labels = opdk::InputDims(op, ports.labels);
  if (!opdk::IsUnknownRank(scores)) {
    if (scores.size() < 2 || scores[1] == 0) {
      return opdk::ReportInferError(
          op, std::string(ports.scores) + " has shape " + opdk::ShapeText(scores) + ", it must be [N, classes, ...]");
    }
    opdk::Dims without_classes = scores;
    without_classes.erase(without_classes.begin() + 1);
    const auto merged = opdk::MergeDims(without_classes, labels);
    if (!merged) return RefusePort(op, ports.labels, labels, without_classes);
    labels = *merged;
    const opdk::Dims weights = opdk::HasInput(op, ports.weights) ? opdk::InputDims(op, ports.weights) : opdk::Dims();
    const opdk::Dims classes = {scores[1]};
    if (opdk::HasInput(op, ports.weights) && !opdk::MergeDims(classes, weights)) {
      return RefusePort(op, ports.weights, weights, classes);
    }
  }
  const bool reduced = opdk::StringAttr(op, "reduction") != "none";
  return opdk::SetOutput(op, "loss", reduced ? opdk::Dims() : labels, opdk::InputType(op, ports.scores));
}

graphStatus VerifyLoss(const Operator& op, const LossPorts& ports) {
  const std::string reduction = opdk::StringAttr(op, "reduction");
  if (reduction != "none" && reduction != "sum" && reduction != "mean") {
    return opdk::ReportInferError(op, "reduction '" + reduction + "' is not none, sum or mean");
  }
  return opdk::CheckSameType(op, {ports.scores, ports.weights});
}

}  // namespace

IMPLEMT_INFERFUNC(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossInfer) {
  if (InferLoss(op, kCrossEntropy) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "scores", "log_prop");
}
IMPLEMT_VERIFIER(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossVerify) { return VerifyLoss(op, kCrossEntropy); }
IMPLEMT_INFERFUNC(NegativeLogLikelihoodLoss, NegativeLogLikelihoodLossInfer) { return InferLoss(op, kLikelihood); }
IMPLEMT_VERIFIER(NegativeLogLikelihoodLoss, NegativeLogLikelihoodLossVerify) { return VerifyLoss(op, kLikelihood); }

INFER_FUNC_REG(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossInfer);
VERIFY_FUNC_REG(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossVerify);
INFER_FUNC_REG(NegativeLogLikelihoodLoss, NegativeLogLikelihoodLossInfer);
VERIFY_FUNC_REG(NegativeLogLikelihoodLoss, NegativeLogLikelihoodLossVerify);

}  // namespace ge
