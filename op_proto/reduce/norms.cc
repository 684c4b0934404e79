#include "op_proto/reduce/norms.h"

#include <cmath>
#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

bool KeepsAxes(const Operator& op, const char* flag) {
  bool value = false;
  return op.GetAttr(flag, value) == GRAPH_SUCCESS && value;
}

graphStatus CheckExponent(const Operator& op, double p) {
  if (!std::isnan(p)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "p is no number");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(LpNormInfer) {
  return opdk::InferReduced(op, "x", opdk::ListIntAttr(op, "axes"), KeepsAxes(op, "keepdim"), "y");
}
IMPLEMT_COMMON_INFERFUNC(LpNormUpdateInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_VERIFIER(LpNormV2, LpNormV2Verify) { return CheckExponent(op, opdk::FloatAttr(op, "p")); }
IMPLEMT_VERIFIER(LpNormReduceV2, LpNormReduceV2Verify) { return CheckExponent(op, opdk::FloatAttr(op, "p")); }
IMPLEMT_VERIFIER(LpNormUpdateV2, LpNormUpdateV2Verify) { return CheckExponent(op, opdk::FloatAttr(op, "p")); }

IMPLEMT_COMMON_INFERFUNC(EuclideanNormInfer) {
  const opdk::Dims axes = opdk::InputDims(op, "axes");
  if (!opdk::IsUnknownRank(axes) && axes.size() > 1) {
    return opdk::ReportInferError(op, "axes has shape " + opdk::ShapeText(axes) + ", it must have one dimension");
  }
  const bool keep = KeepsAxes(op, "keep_dims");
  const auto known = axes == opdk::Dims{0} ? std::vector<int64_t>() : opdk::ConstInts(op, "axes");
  if (known && known->empty()) return opdk::InferLike(op, "x", "y");
  if (known) return opdk::InferReduced(op, "x", *known, keep, "y");
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool ranked = keep && !opdk::IsUnknownRank(x);
  return opdk::SetOutput(op, "y", ranked ? opdk::Dims(x.size(), UNKNOWN_DIM) : opdk::kUnknownRank,
                         opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(SquareSumV1Infer) {
  return opdk::InferReduced(op, "x", opdk::ListIntAttr(op, "axis"), KeepsAxes(op, "keep_dims"), "y");
}
IMPLEMT_COMMON_INFERFUNC(SquareSumV2Infer) {
  if (opdk::InferLike(op, "x", "y2") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferReduced(op, "x", opdk::ListIntAttr(op, "axis"), KeepsAxes(op, "keep_dims"), "y1");
}
IMPLEMT_COMMON_INFERFUNC(SquareSumAllInfer) {
  if (opdk::SetOutput(op, "y1", {}, opdk::InputType(op, "x1")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y2", {}, opdk::InputType(op, "x2"));
}

COMMON_INFER_FUNC_REG(LpNorm, LpNormInfer);
COMMON_INFER_FUNC_REG(LpNormV2, LpNormInfer);
COMMON_INFER_FUNC_REG(LpNormReduce, LpNormInfer);
COMMON_INFER_FUNC_REG(LpNormReduceV2, LpNormInfer);
COMMON_INFER_FUNC_REG(LpNormUpdate, LpNormUpdateInfer);
COMMON_INFER_FUNC_REG(LpNormUpdateV2, LpNormUpdateInfer);
VERIFY_FUNC_REG(LpNormV2, LpNormV2Verify);
VERIFY_FUNC_REG(LpNormReduceV2, LpNormReduceV2Verify);
VERIFY_FUNC_REG(LpNormUpdateV2, LpNormUpdateV2Verify);
COMMON_INFER_FUNC_REG(EuclideanNorm, EuclideanNormInfer);
COMMON_INFER_FUNC_REG(EuclideanNormD, EuclideanNormInfer);
COMMON_INFER_FUNC_REG(SquareSumV1, SquareSumV1Infer);
COMMON_INFER_FUNC_REG(SquareSumV2, SquareSumV2Infer);
COMMON_INFER_FUNC_REG(SquareSumAll, SquareSumAllInfer);

}  // namespace ge
