#include "op_proto/elementwise/fused_sums.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
IMPLEMT_INFERFUNC(FusedMulAddN, FusedMulAddNInfer) {
  if (opdk::CheckOneNumber(op, {"x3"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
IMPLEMT_VERIFIER(FusedMulAddN, FusedMulAddNVerify) { return opdk::CheckSameType(op, {"x1", "x2", "x3"}); }

IMPLEMT_INFERFUNC(FusedMulAddAdd, FusedMulAddAddInfer) {
  return opdk::InferBroadcast(op, {"x1", "x2", "x3", "x4"}, "y", opdk::InputType(op, "x1"));
}
IMPLEMT_VERIFIER(FusedMulAddAdd, FusedMulAddAddVerify) { return opdk::CheckSameType(op, {"x1", "x2", "x3", "x4"}); }

IMPLEMT_INFERFUNC(FusedMulAddNL2loss, FusedMulAddNL2lossInfer) {
  if (opdk::CheckOneNumber(op, {"x3"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::SetOutput(op, "y2", {}, opdk::InputType(op, "x1")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y1", opdk::InputType(op, "x1"));
}
IMPLEMT_VERIFIER(FusedMulAddNL2loss, FusedMulAddNL2lossVerify) { return opdk::CheckSameType(op, {"x1", "x2", "x3"}); }

IMPLEMT_INFERFUNC(AxpyV2, AxpyV2Infer) {
  if (opdk::CheckOneNumber(op, {"alpha"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
}
IMPLEMT_VERIFIER(AxpyV2, AxpyV2Verify) { return opdk::CheckSameType(op, {"x1", "x2", "alpha"}); }

IMPLEMT_INFERFUNC(MaskedScale, MaskedScaleInfer) {
  const auto both = opdk::SharedShape(op, "x", "mask");
  return both ? opdk::SetOutput(op, "y", *both, opdk::InputType(op, "x")) : GRAPH_FAILED;
}

IMPLEMT_INFERFUNC(Power, PowerInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_INFERFUNC(Dot, DotInfer) {
  const opdk::Dims x = opdk::InputDims(op, "input_x"), y = opdk::InputDims(op, "input_y");
  const auto both = opdk::MergeDims(x, y);
  if (!both || (!opdk::IsUnknownRank(*both) && both->size() != 1)) {
    return opdk::ReportInferError(
        op, "input_x " + opdk::ShapeText(x) + " and input_y " + opdk::ShapeText(y) + " are not lists of one length");
  }
  return opdk::SetOutput(op, "output", {}, opdk::InputType(op, "input_x"));
}
IMPLEMT_VERIFIER(Dot, DotVerify) { return opdk::CheckSameType(op, {"input_x", "input_y"}); }

INFER_FUNC_REG(FusedMulAddN, FusedMulAddNInfer);
VERIFY_FUNC_REG(FusedMulAddN, FusedMulAddNVerify);
INFER_FUNC_REG(FusedMulAddAdd, FusedMulAddAddInfer);
VERIFY_FUNC_REG(FusedMulAddAdd, FusedMulAddAddVerify);
INFER_FUNC_REG(FusedMulAddNL2loss, FusedMulAddNL2lossInfer);
VERIFY_FUNC_REG(FusedMulAddNL2loss, FusedMulAddNL2lossVerify);
INFER_FUNC_REG(AxpyV2, AxpyV2Infer);
VERIFY_FUNC_REG(AxpyV2, AxpyV2Verify);
INFER_FUNC_REG(MaskedScale, MaskedScaleInfer);
INFER_FUNC_REG(Power, PowerInfer);
INFER_FUNC_REG(Dot, DotInfer);
VERIFY_FUNC_REG(Dot, DotVerify);

}  // namespace ge
