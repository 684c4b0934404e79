#include "op_proto/norm/rms_norm_sums.h"

#include <string>

#include "op_proto/norm/root_mean_squares.h"

namespace ge {
namespace {

graphStatus InferNormOfSum(Operator& op, const char* y, const char* sum) {
  const auto x = opdk::SharedShape(op, "x1", "x2");
  if (!x) return GRAPH_FAILED;
  const auto rstd = RootMeanSquares(op, *x);
  if (!rstd) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x1");
  if (opdk::SetOutput(op, y, *x, type) != GRAPH_SUCCESS || opdk::SetOutput(op, sum, *x, type) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "rstd", *rstd, DT_FLOAT);
}

}  // namespace

IMPLEMT_INFERFUNC(AddRmsNorm, AddRmsNormInfer) { return InferNormOfSum(op, "y", "x"); }
IMPLEMT_VERIFIER(AddRmsNorm, AddRmsNormVerify) { return opdk::CheckSameType(op, {"x1", "x2", "gamma"}); }
IMPLEMT_INFERFUNC(InplaceAddRmsNorm, InplaceAddRmsNormInfer) { return InferNormOfSum(op, "x1", "x2"); }
IMPLEMT_VERIFIER(InplaceAddRmsNorm, InplaceAddRmsNormVerify) { return opdk::CheckSameType(op, {"x1", "x2", "gamma"}); }

IMPLEMT_INFERFUNC(RmsNormGrad, RmsNormGradInfer) {
  const opdk::Dims rstd = opdk::InputDims(op, "rstd");
  const auto x = opdk::SharedShape(op, "x", "dy");
  if (!x) return GRAPH_FAILED;
  const auto wanted = RootMeanSquares(op, *x);
  if (!wanted) return GRAPH_FAILED;
  if (!opdk::MergeDims(*wanted, rstd)) {
    return opdk::ReportInferError(
        op, "rstd has shape " + opdk::ShapeText(rstd) + ", it must be " + opdk::ShapeText(*wanted));
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
