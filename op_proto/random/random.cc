#include "op_proto/random/random.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

DataType WantedType(const Operator& op) {
  DataType type = DT_UNDEFINED;
  (void)op.GetAttr("dtype", type);
  return type;
}

graphStatus InferShaped(Operator& op) {
  const opdk::Dims shape = opdk::InputDims(op, "shape");
  const DataType type = WantedType(op);
  const auto dims = opdk::ConstInts(op, "shape");
  if (!opdk::IsUnknownRank(shape) && shape.size() != 1) {
    return opdk::ReportInferError(op, "shape has shape " + opdk::ShapeText(shape) + ", it must be a list");
  }
  for (const int64_t extent : dims.value_or(opdk::Dims())) {
    if (extent < 0) return opdk::ReportInferError(op, "shape has a negative extent: " + std::to_string(extent));
  }
  return opdk::SetOutput(op, "y", opdk::ListedShape(op, "shape"), type);
}

graphStatus CheckFloating(const Operator& op) {
  if (opdk::IsFloating(WantedType(op))) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "dtype is " + opdk::TypeText(WantedType(op)) + ", not one of floats");
}

}  // namespace

IMPLEMT_INFERFUNC(RandomStandardNormal, RandomStandardNormalInfer) { return InferShaped(op); }
IMPLEMT_INFERFUNC(RandomUniform, RandomUniformInfer) { return InferShaped(op); }
IMPLEMT_VERIFIER(RandomStandardNormal, RandomStandardNormalVerify) { return CheckFloating(op); }
IMPLEMT_VERIFIER(RandomUniform, RandomUniformVerify) { return CheckFloating(op); }

IMPLEMT_INFERFUNC(Multinomial, MultinomialInfer) {
  const auto logits = opdk::MergeDims(opdk::InputDims(op, "logits"), {UNKNOWN_DIM, UNKNOWN_DIM});
  if (!logits) {
    return opdk::ReportInferError(
        op, "logits of shape " + opdk::ShapeText(opdk::InputDims(op, "logits")) + " must have rank 2");
  }
  if (opdk::CheckOneNumber(op, {"num_samples"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto samples = opdk::ConstInt(op, "num_samples");
  if (samples && *samples < 0) return opdk::ReportInferError(op, "num_samples is negative");
  return opdk::SetOutput(op, "y", {(*logits)[0], samples.value_or(UNKNOWN_DIM)}, WantedType(op));
}

IMPLEMT_VERIFIER(Multinomial, MultinomialVerify) {
  const DataType type = WantedType(op);
  if (type == DT_INT64 || type == DT_INT32) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "dtype is " + opdk::TypeText(type) + ", it must be DT_INT32 or DT_INT64");
}

INFER_FUNC_REG(RandomStandardNormal, RandomStandardNormalInfer);
VERIFY_FUNC_REG(RandomStandardNormal, RandomStandardNormalVerify);
INFER_FUNC_REG(RandomUniform, RandomUniformInfer);
VERIFY_FUNC_REG(RandomUniform, RandomUniformVerify);
INFER_FUNC_REG(Multinomial, MultinomialInfer);
VERIFY_FUNC_REG(Multinomial, MultinomialVerify);

}  // namespace ge
