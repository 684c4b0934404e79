#include "op_proto/reduce/reduce.h"

#include <optional>

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

static bool IsSet(const Operator& op, const char* flag) {
  bool value = false;
  return op.GetAttr(flag, value) == GRAPH_SUCCESS && value;
}

// Reads the axes; nothing when they aren't known yet. Reports a failure.
static graphStatus ReadAxes(const Operator& op, std::optional<std::vector<int64_t>>& axes) {
  const opdk::Dims shape = opdk::InputDims(op, "axes");
  if (!opdk::IsUnknownRank(shape) && shape.size() > 1) {
    return opdk::ReportInferError(op, "axes has shape " + opdk::ShapeText(shape) + ", it must have one dimension");
  }
  if (shape == opdk::Dims{0}) {
    axes.emplace();
  } else if (const auto values = opdk::ConstInts(op, "axes")) {
    axes = *values;
  }
  return GRAPH_SUCCESS;
}

// Infers y. `all`: an empty list of axes means all axes, else none.
static graphStatus InferReduction(Operator& op, const std::optional<std::vector<int64_t>>& axes, bool keep, bool all) {
  if (!axes) return InferUnknownAxes(op, opdk::InputDims(op, "x"), keep);
  if (axes->empty() && !all) return opdk::InferLike(op, "x", "y");
  return opdk::InferReduced(op, "x", *axes, keep, "y");
}

IMPLEMT_COMMON_INFERFUNC(ReduceInferShape) {
  std::optional<std::vector<int64_t>> axes;
  if (ReadAxes(op, axes) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferReduction(op, axes, IsSet(op, "keep_dims"), false);
}

IMPLEMT_COMMON_INFERFUNC(ReduceMeanInferShape) {
  std::optional<std::vector<int64_t>> axes;
  if (ReadAxes(op, axes) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferReduction(op, axes, IsSet(op, "keep_dims"), !IsSet(op, "noop_with_empty_axes"));
}

COMMON_INFER_FUNC_REG(ReduceSumD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceMeanD, ReduceMeanInferShape);
COMMON_INFER_FUNC_REG(ReduceMaxD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceMinD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceProdD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceAll, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceAllD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceAny, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceAnyD, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceSum, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceMean, ReduceMeanInferShape);
COMMON_INFER_FUNC_REG(ReduceMax, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceMin, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceProd, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceLogSum, ReduceInferShape);
COMMON_INFER_FUNC_REG(ReduceLogSumExp, ReduceInferShape);

INFER_VALUE_RANGE_DEFAULT_REG(ReduceProd);
INFER_VALUE_RANGE_DEFAULT_REG(ReduceProdD);

}  // namespace ge
