#include "op_proto/reduce/reduce.h"

#include "opdk/infer.h"

namespace ge {

// Extents are unknown where the axes are: with keepdims each may be 1 or kept, without it even the rank is open.
static graphStatus InferUnknownAxes(Operator& op, const opdk::Dims& x, bool keepdims) {
  if (!keepdims || opdk::IsUnknownRank(x)) {
    return opdk::SetOutput(op, "y", opdk::kUnknownRank, opdk::InputType(op, "x"));
  }
  opdk::Dims y(x.size(), UNKNOWN_DIM);
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 1) y[i] = 1;
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(ReduceInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool keepdims = opdk::IntAttr(op, "keepdims") != 0;
  std::vector<int64_t> axes;
  bool known = true;
  if (opdk::HasInput(op, "axes")) {
    const opdk::Dims shape = opdk::InputDims(op, "axes");
    if (!opdk::IsUnknownRank(shape) && shape.size() > 1) {
      return opdk::ReportInferError(op, "axes has shape " + opdk::ShapeText(shape) + ", it must have one dimension");
    }
    if (shape != opdk::Dims{0}) {
      const auto values = opdk::ConstInts(op, "axes");
      known = values.has_value();
      if (known) axes = *values;
    }
  }
  const bool noop = opdk::IntAttr(op, "noop_with_empty_axes") != 0;
  if (known && axes.empty() && noop) return opdk::InferLike(op, "x", "y");
  return known ? opdk::InferReduced(op, "x", axes, keepdims, "y") : InferUnknownAxes(op, x, keepdims);
}

static graphStatus ReduceVerify(const Operator& op) {
  if (opdk::CheckFlag(op, "keepdims") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckFlag(op, "noop_with_empty_axes");
}

COMMON_INFER_FUNC_REG(ReduceSum, ReduceInferShape);
VERIFY_FUNC_REG(ReduceSum, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceMean, ReduceInferShape);
VERIFY_FUNC_REG(ReduceMean, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceMax, ReduceInferShape);
VERIFY_FUNC_REG(ReduceMax, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceMin, ReduceInferShape);
VERIFY_FUNC_REG(ReduceMin, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceProd, ReduceInferShape);
VERIFY_FUNC_REG(ReduceProd, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceL1, ReduceInferShape);
VERIFY_FUNC_REG(ReduceL1, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceL2, ReduceInferShape);
VERIFY_FUNC_REG(ReduceL2, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceLogSum, ReduceInferShape);
VERIFY_FUNC_REG(ReduceLogSum, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceLogSumExp, ReduceInferShape);
VERIFY_FUNC_REG(ReduceLogSumExp, ReduceVerify);
COMMON_INFER_FUNC_REG(ReduceSumSquare, ReduceInferShape);
VERIFY_FUNC_REG(ReduceSumSquare, ReduceVerify);

}  // namespace ge
