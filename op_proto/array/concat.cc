#include "op_proto/array/concat.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ConcatInfer) {
  if (opdk::CheckOneNumber(op, {"concat_dim"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto axis = opdk::ConstInts(op, "concat_dim");
  if (axis) return opdk::InferConcat(op, "x", axis->front(), "y");
  if (op.GetDynamicInputNum("x") == 0) return opdk::ReportInferError(op, "it has no inputs");
  const TensorDesc first = op.GetDynamicInputDesc("x", 0);
  opdk::Dims y = first.GetShape().GetDims();
  if (!opdk::IsUnknownRank(y)) y.assign(y.size(), UNKNOWN_DIM);
  return opdk::SetOutput(op, "y", y, first.GetDataType());
}
COMMON_INFER_FUNC_REG(ConcatD, ConcatInfer);
COMMON_INFER_FUNC_REG(ConcatV2D, ConcatInfer);
COMMON_INFER_FUNC_REG(Concat, ConcatInfer);
COMMON_INFER_FUNC_REG(ConcatV2, ConcatInfer);

INFER_VALUE_RANGE_DEFAULT_REG(ConcatD);
INFER_VALUE_RANGE_DEFAULT_REG(Concat);
INFER_VALUE_RANGE_DEFAULT_REG(ConcatV2);
INFER_VALUE_RANGE_DEFAULT_REG(ConcatV2D);

}  // namespace ge
