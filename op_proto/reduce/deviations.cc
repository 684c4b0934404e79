#include "op_proto/reduce/deviations.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

bool KeepsReduced(const Operator& op, const char* flag) {
  bool value = false;
  return op.GetAttr(flag, value) == GRAPH_SUCCESS && value;
}

}  // namespace

IMPLEMT_INFERFUNC(ReduceMeanVariance, ReduceMeanVarianceInfer) {
  const auto axes = opdk::ListIntAttr(op, "axes");
  const bool keep = KeepsReduced(op, "keep_dims");
  if (opdk::InferReduced(op, "x", axes, keep, "mean") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferReduced(op, "x", axes, keep, "variance");
}

IMPLEMT_INFERFUNC(ReduceStd, ReduceStdInfer) {
  const auto axes = opdk::ListIntAttr(op, "dim");
  const bool keep = KeepsReduced(op, "keepdim");
  if (opdk::InferReduced(op, "x", axes, keep, "y1") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferReduced(op, "x", axes, keep, "y2");
}

IMPLEMT_INFERFUNC(ReduceStdV2Update, ReduceStdV2UpdateInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), mean = opdk::InputDims(op, "mean");
  const auto both = opdk::BroadcastDims(x, mean);
  if (!both || (!opdk::IsUnknownRank(x) && !opdk::MergeDims(*both, x))) {
    return opdk::ReportInferError(
        op, "mean " + opdk::ShapeText(mean) + " can't be broadcast to x's shape " + opdk::ShapeText(x));
  }
  return opdk::InferReduced(op, "x", opdk::ListIntAttr(op, "dim"), KeepsReduced(op, "keepdim"), "output_var");
}
IMPLEMT_VERIFIER(ReduceStdV2Update, ReduceStdV2UpdateVerify) { return opdk::CheckSameType(op, {"x", "mean"}); }

IMPLEMT_INFERFUNC(ReduceNansum, ReduceNansumInfer) {
  const opdk::Dims axes = opdk::InputDims(op, "axes");
  if (!opdk::IsUnknownRank(axes) && axes.size() > 1) {
    return opdk::ReportInferError(op, "axes has shape " + opdk::ShapeText(axes) + ", it must have one dimension");
  }
  const bool keep = KeepsReduced(op, "keep_dims");
  const auto known = axes == opdk::Dims{0} ? std::vector<int64_t>() : opdk::ConstInts(op, "axes");
  if (known) return opdk::InferReduced(op, "x", *known, keep, "y");
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool ranked = keep && !opdk::IsUnknownRank(x);
  return opdk::SetOutput(op, "y", ranked ? opdk::Dims(x.size(), UNKNOWN_DIM) : opdk::kUnknownRank,
                         opdk::InputType(op, "x"));
}

IMPLEMT_INFERFUNC(Reduction, ReductionInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const DataType type = opdk::InputType(op, "x");
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", x, type);
  const auto axis = opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), x);
  if (!axis) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", opdk::Dims(x.begin(), x.begin() + *axis), type);
}
IMPLEMT_VERIFIER(Reduction, ReductionVerify) {
  const int64_t operation = opdk::IntAttr(op, "operation");
  if (operation >= 1 && operation <= 4) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "operation is " + std::to_string(operation) + ", it must be 1 to 4");
}

INFER_FUNC_REG(ReduceMeanVariance, ReduceMeanVarianceInfer);
INFER_FUNC_REG(ReduceStd, ReduceStdInfer);
INFER_FUNC_REG(ReduceStdV2Update, ReduceStdV2UpdateInfer);
VERIFY_FUNC_REG(ReduceStdV2Update, ReduceStdV2UpdateVerify);
INFER_FUNC_REG(ReduceNansum, ReduceNansumInfer);
INFER_FUNC_REG(Reduction, ReductionInfer);
VERIFY_FUNC_REG(Reduction, ReductionVerify);

}  // namespace ge
