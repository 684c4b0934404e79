#include "op_proto/reduce/arg_max.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ArgInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", opdk::kUnknownRank, DT_INT64);
  const auto axis = opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), x);
  if (!axis) return GRAPH_FAILED;
  if (x[static_cast<size_t>(*axis)] == 0) {
    return opdk::ReportInferError(
        op, "axis " + std::to_string(*axis) + " of x " + opdk::ShapeText(x) + " has no element to choose");
  }
  return opdk::SetOutput(op, "y", opdk::ReducedDims(x, {*axis}, opdk::IntAttr(op, "keepdims") != 0), DT_INT64);
}

static graphStatus ArgVerify(const Operator& op) {
  if (opdk::CheckFlag(op, "keepdims") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckFlag(op, "select_last_index");
}

COMMON_INFER_FUNC_REG(ArgMax, ArgInferShape);
VERIFY_FUNC_REG(ArgMax, ArgVerify);
COMMON_INFER_FUNC_REG(ArgMin, ArgInferShape);
VERIFY_FUNC_REG(ArgMin, ArgVerify);

}  // namespace ge
