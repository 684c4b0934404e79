#include "op_proto/training/divergences.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus InferDivergence(Operator& op) {
  const std::string reduction = opdk::StringAttr(op, "reduction");
  if (reduction != "none" && reduction != "sum" && reduction != "mean" && reduction != "batchmean") {
    return opdk::ReportInferError(op, "reduction '" + reduction + "' is none of none, sum, mean, batchmean");
  }
  const auto both = opdk::SharedShape(op, "x", "target");
  if (!both) return GRAPH_FAILED;
  if (reduction == "batchmean" && both->empty()) return opdk::ReportInferError(op, "batchmean of a scalar");
  return opdk::SetOutput(op, "y", reduction == "none" ? *both : opdk::Dims(), opdk::InputType(op, "x"));
}

}  // namespace

IMPLEMT_INFERFUNC(KLDivV2, KLDivV2Infer) { return InferDivergence(op); }
IMPLEMT_VERIFIER(KLDivV2, KLDivV2Verify) { return opdk::CheckSameType(op, {"x", "target"}); }

IMPLEMT_INFERFUNC(CosineSimilarity, CosineSimilarityInfer) {
  const opdk::Dims a = opdk::InputDims(op, "input_x1"), b = opdk::InputDims(op, "input_x2");
  const DataType type = opdk::InputType(op, "input_x1");
  if (opdk::IsUnknownRank(a) || opdk::IsUnknownRank(b)) {
    return opdk::SetOutput(op, "output_y", opdk::kUnknownRank, type);
  }
  const auto both = opdk::BroadcastDims(a, b);
  if (!both) return opdk::InferBroadcast(op, {"input_x1", "input_x2"}, "output_y", type);
  const auto axis = opdk::CheckedAxis(op, "dim", opdk::IntAttr(op, "dim"), *both);
  if (!axis) return GRAPH_FAILED;
  return opdk::SetOutput(op, "output_y", opdk::ReducedDims(*both, {*axis}, false), type);
}
IMPLEMT_VERIFIER(CosineSimilarity, CosineSimilarityVerify) { return opdk::CheckSameType(op, {"input_x1", "input_x2"}); }

INFER_FUNC_REG(KLDivV2, KLDivV2Infer);
VERIFY_FUNC_REG(KLDivV2, KLDivV2Verify);
INFER_FUNC_REG(CosineSimilarity, CosineSimilarityInfer);
VERIFY_FUNC_REG(CosineSimilarity, CosineSimilarityVerify);

}  // namespace ge
