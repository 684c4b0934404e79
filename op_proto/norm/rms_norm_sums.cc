#include "op_proto/norm/rms_norm_sums.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// The shape of rstd: x's, 1 along the axes that gamma has.
graphStatus FindDeviations(const Operator& op, const opdk::Dims& x, opdk::Dims& rstd) {
  const opdk::Dims gamma = opdk::InputDims(op, "gamma");
  rstd = opdk::kUnknownRank;
  if (!opdk::IsUnknownRank(gamma) && gamma.empty()) return opdk::ReportInferError(op, "gamma has no axes");
  if (opdk::IsUnknownRank(x)) return GRAPH_SUCCESS;
  rstd.assign(x.size(), UNKNOWN_DIM);
  if (opdk::IsUnknownRank(gamma)) return GRAPH_SUCCESS;
  const auto count = static_cast<std::ptrdiff_t>(gamma.size());
  if (gamma.size() > x.size() || !opdk::MergeDims(opdk::Dims(x.end() - count, x.end()), gamma)) {
    return opdk::ReportInferError(
        op, "gamma " + opdk::ShapeText(gamma) + " does not have the last extents of x " + opdk::ShapeText(x));
  }
  rstd = x;
  std::fill(rstd.end() - count, rstd.end(), 1);
  return GRAPH_SUCCESS;
}

graphStatus InferNormOfSum(Operator& op, const char* y, const char* sum) {
  const opdk::Dims x1 = opdk::InputDims(op, "x1"), x2 = opdk::InputDims(op, "x2");
  const auto x = opdk::MergeDims(x1, x2);
  if (!x) {
    return opdk::ReportInferError(op, "x2 " + opdk::ShapeText(x2) + " has not the shape of x1, " + opdk::ShapeText(x1));
  }
  opdk::Dims rstd;
  if (FindDeviations(op, *x, rstd) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x1");
  if (opdk::SetOutput(op, y, *x, type) != GRAPH_SUCCESS || opdk::SetOutput(op, sum, *x, type) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "rstd", rstd, DT_FLOAT);
}

}  // namespace

IMPLEMT_INFERFUNC(AddRmsNorm, AddRmsNormInfer) { return InferNormOfSum(op, "y", "x"); }
IMPLEMT_VERIFIER(AddRmsNorm, AddRmsNormVerify) { return opdk::CheckSameType(op, {"x1", "x2", "gamma"}); }
IMPLEMT_INFERFUNC(InplaceAddRmsNorm, InplaceAddRmsNormInfer) { return InferNormOfSum(op, "x1", "x2"); }
IMPLEMT_VERIFIER(InplaceAddRmsNorm, InplaceAddRmsNormVerify) { return opdk::CheckSameType(op, {"x1", "x2", "gamma"}); }

IMPLEMT_INFERFUNC(RmsNormGrad, RmsNormGradInfer) {
  const opdk::Dims dy = opdk::InputDims(op, "dy"), given = opdk::InputDims(op, "x"), rstd = opdk::InputDims(op, "rstd");
  const auto x = opdk::MergeDims(dy, given);
  if (!x) {
    return opdk::ReportInferError(op,
                                  "dy " + opdk::ShapeText(dy) + " has not the shape of x, " + opdk::ShapeText(given));
  }
  opdk::Dims wanted;
  if (FindDeviations(op, *x, wanted) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (!opdk::MergeDims(wanted, rstd)) {
    return opdk::ReportInferError(
        op, "rstd has shape " + opdk::ShapeText(rstd) + ", it must be " + opdk::ShapeText(wanted));
  }
  if (opdk::SetOutput(op, "dx", *x, opdk::InputType(op, "x")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "dgamma", opdk::InputDims(op, "gamma"), DT_FLOAT);
}
IMPLEMT_VERIFIER(RmsNormGrad, RmsNormGradVerify) { return opdk::CheckSameType(op, {"dy", "x", "gamma"}); }

INFER_FUNC_REG(AddRmsNorm, AddRmsNormInfer);
VERIFY_FUNC_REG(AddRmsNorm, AddRmsNormVerify);
INFER_FUNC_REG(InplaceAddRmsNorm, InplaceAddRmsNormInfer);
VERIFY_FUNC_REG(InplaceAddRmsNorm, InplaceAddRmsNormVerify);
INFER_FUNC_REG(RmsNormGrad, RmsNormGradInfer);
VERIFY_FUNC_REG(RmsNormGrad, RmsNormGradVerify);

}  // namespace ge
