#include "op_proto/training/instance_norm_steps.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// Returns [N, C, 1 ...] for x; reports an x that has no channels.
std::optional<opdk::Dims> StatisticsShape(const Operator& op) {
  opdk::Dims shape = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(shape)) return shape;
  if (shape.size() < 2) {
    (void)opdk::ReportInferError(op, "x " + opdk::ShapeText(shape) + " is not [N, C, ...]");
    return std::nullopt;
  }
  std::fill(shape.begin() + 2, shape.end(), 1);
  return shape;
}

// Sets both `outputs` to the statistics' shape, and y where there is one; reports `ports` that have another.
graphStatus InferSteps(Operator& op, std::initializer_list<const char*> ports, const char* first, const char* second) {
  const auto shape = StatisticsShape(op);
  if (!shape) return GRAPH_FAILED;
  opdk::Dims common = *shape;
  if (!opdk::IsUnknownRank(common)) common[0] = 1;
  for (const char* port : ports) {
    if (!opdk::HasInput(op, port)) continue;
    const opdk::Dims given = opdk::InputDims(op, port);
    const bool of_channels = std::string(port) == "gamma" || std::string(port) == "beta";
    if (opdk::MergeDims(*shape, given) || (of_channels && opdk::MergeDims(common, given))) continue;
    return opdk::ReportInferError(
        op, std::string(port) + " has shape " + opdk::ShapeText(given) + ", it must be " + opdk::ShapeText(*shape));
  }
  if (opdk::SetOutput(op, first, *shape, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, second, *shape, DT_FLOAT);
}

graphStatus InferNormalized(Operator& op, std::initializer_list<const char*> ports) {
  if (InferSteps(op, ports, "batch_mean", "batch_variance") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

graphStatus Require(const Operator& op, std::initializer_list<const char*> ports) {
  for (const char* port : ports) {
    if (!opdk::HasInput(op, port)) return opdk::ReportInferError(op, std::string(port) + " is missing");
  }
  return GRAPH_SUCCESS;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(INTrainingReduceV2Infer) { return InferSteps(op, {}, "sum", "square_sum"); }
IMPLEMT_COMMON_INFERFUNC(INTrainingUpdateV2Infer) {
  return InferNormalized(op, {"sum", "square_sum", "gamma", "beta", "mean", "variance"});
}
IMPLEMT_COMMON_INFERFUNC(INInferV2Infer) { return InferNormalized(op, {"gamma", "beta", "mean", "variance"}); }
IMPLEMT_COMMON_INFERFUNC(INInferV2DInfer) {
  return InferNormalized(op, {"gamma", "beta", "mean", "variance", "variance_sqrt"});
}

COMMON_INFER_FUNC_REG(INTrainingReduceV2, INTrainingReduceV2Infer);
COMMON_INFER_FUNC_REG(INTrainingUpdateV2, INTrainingUpdateV2Infer);
COMMON_INFER_FUNC_REG(INInferV2, INInferV2Infer);
COMMON_INFER_FUNC_REG(INInferV2D, INInferV2DInfer);

IMPLEMT_VERIFIER(INTrainingUpdateV2, INTrainingUpdateV2Verify) {
  if (opdk::HasInput(op, "mean") == opdk::HasInput(op, "variance")) return GRAPH_SUCCESS;
  return Require(op, {"mean", "variance"});
}
IMPLEMT_VERIFIER(INInferV2, INInferV2Verify) { return Require(op, {"mean", "variance"}); }
IMPLEMT_VERIFIER(INInferV2D, INInferV2DVerify) { return Require(op, {"mean", "variance", "variance_sqrt"}); }

VERIFY_FUNC_REG(INTrainingUpdateV2, INTrainingUpdateV2Verify);
VERIFY_FUNC_REG(INInferV2, INInferV2Verify);
VERIFY_FUNC_REG(INInferV2D, INInferV2DVerify);

}  // namespace ge
