#include "op_proto/norm/cross_entropy.h"

#include <optional>
#include <string>
#include <utility>

#include "opdk/infer.h"

namespace ge {
namespace {

struct LossPorts {
  const char* scores;
  const char* labels;
  const char* weights;
};
constexpr LossPorts kCrossEntropy = {"scores", "labels", "weights"};
constexpr LossPorts kLikelihood = {"x", "target", "weight"};

graphStatus RefusePort(Operator& op, const char* port, const opdk::Dims& is, const opdk::Dims& must) {
  return opdk::ReportInferError(
      op, std::string(port) + " has shape " + opdk::ShapeText(is) + ", it must be " + opdk::ShapeText(must));
}

// Returns the shape of the loss; reports ports that don't fit each other.
std::optional<opdk::Dims> LossShape(Operator& op, const LossPorts& ports) {
  const opdk::Dims scores = opdk::InputDims(op, ports.scores);
  opdk::Dims labels = opdk::InputDims(op, ports.labels);
  if (!opdk::IsUnknownRank(scores)) {
    if (scores.size() < 2 || scores[1] == 0) {
      (void)opdk::ReportInferError(
          op, std::string(ports.scores) + " has shape " + opdk::ShapeText(scores) + ", it must be [N, classes, ...]");
      return std::nullopt;
    }
    opdk::Dims without_classes = scores;
    without_classes.erase(without_classes.begin() + 1);
    const auto merged = opdk::MergeDims(without_classes, labels);
    if (!merged) {
      (void)RefusePort(op, ports.labels, labels, without_classes);
      return std::nullopt;
    }
    labels = *merged;
    const opdk::Dims weights = opdk::HasInput(op, ports.weights) ? opdk::InputDims(op, ports.weights) : opdk::Dims();
    const opdk::Dims classes = {scores[1]};
    if (opdk::HasInput(op, ports.weights) && !opdk::MergeDims(classes, weights)) {
      (void)RefusePort(op, ports.weights, weights, classes);
      return std::nullopt;
    }
  }
  return opdk::StringAttr(op, "reduction") != "none" ? opdk::Dims() : labels;
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
  const auto loss = LossShape(op, kCrossEntropy);
  if (!loss || opdk::SetOutput(op, "loss", *loss, opdk::InputType(op, "scores")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "scores", "log_prop");
}
IMPLEMT_VERIFIER(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossVerify) { return VerifyLoss(op, kCrossEntropy); }

IMPLEMT_INFERFUNC(NLLLoss, NLLLossInfer) {
  const auto loss = LossShape(op, kLikelihood);
  const DataType type = opdk::InputType(op, "x");
  if (!loss || opdk::SetOutput(op, "y", *loss, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "total_weight", {}, type);
}
IMPLEMT_VERIFIER(NLLLoss, NLLLossVerify) { return VerifyLoss(op, kLikelihood); }

IMPLEMT_INFERFUNC(NLLLossGrad, NLLLossGradInfer) {
  const auto loss = LossShape(op, kLikelihood);
  if (!loss) return GRAPH_FAILED;
  for (const auto& [port, shape] : {std::pair("y_grad", *loss), std::pair("total_weight", opdk::Dims())}) {
    const opdk::Dims given = opdk::InputDims(op, port);
    const int64_t numbers = opdk::IsUnknownRank(given) ? UNKNOWN_DIM : opdk::ExtentProduct(given);
    const bool fits = shape.empty() ? numbers < 0 || numbers == 1 : opdk::MergeDims(shape, given).has_value();
    if (!fits) return RefusePort(op, port, given, shape);
  }
  return opdk::InferLike(op, "x", "x_grad");
}
IMPLEMT_VERIFIER(NLLLossGrad, NLLLossGradVerify) {
  if (opdk::CheckSameType(op, {"x", "y_grad", "total_weight"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyLoss(op, kLikelihood);
}

INFER_FUNC_REG(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossInfer);
VERIFY_FUNC_REG(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossVerify);
INFER_FUNC_REG(NLLLoss, NLLLossInfer);
VERIFY_FUNC_REG(NLLLoss, NLLLossVerify);
INFER_FUNC_REG(NLLLossGrad, NLLLossGradInfer);
VERIFY_FUNC_REG(NLLLossGrad, NLLLossGradVerify);

}  // namespace ge
