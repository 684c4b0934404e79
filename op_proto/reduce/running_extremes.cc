#include "op_proto/reduce/running_extremes.h"

#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus InferExtremes(Operator& op, const char* axis) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, axis, opdk::IntAttr(op, axis), x)) return GRAPH_FAILED;
  if (opdk::InferLike(op, "x", "indices", DT_INT32) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(CummaxInfer) { return InferExtremes(op, "dim"); }
IMPLEMT_COMMON_INFERFUNC(CumminInfer) { return InferExtremes(op, "axis"); }

COMMON_INFER_FUNC_REG(Cummax, CummaxInfer);
COMMON_INFER_FUNC_REG(Cummin, CumminInfer);

}  // namespace ge
