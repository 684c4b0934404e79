#include "op_proto/reduce/arg_max.h"

#include <optional>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

// Returns x's shape without the reduced axis, or (`keep`) with extent 1 there; nothing when x or the axis is refused.
static std::optional<opdk::Dims> WithoutAxis(const Operator& op, bool keep) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const auto dimension = opdk::ConstInts(op, "dimension");
  if (opdk::CheckOneNumber(op, {"dimension"}) != GRAPH_SUCCESS) return std::nullopt;
  if (opdk::IsUnknownRank(x)) return opdk::kUnknownRank;
  if (!dimension) return opdk::Dims(x.empty() ? 0 : x.size() - 1, UNKNOWN_DIM);
  const auto axis = opdk::CheckedAxis(op, "dimension", dimension->front(), x);
  if (!axis) return std::nullopt;
  if (x[static_cast<size_t>(*axis)] == 0) {
    (void)opdk::ReportInferError(
        op, "axis " + std::to_string(*axis) + " of x " + opdk::ShapeText(x) + " has no element to choose");
    return std::nullopt;
  }
  return opdk::ReducedDims(x, {*axis}, keep);
}

IMPLEMT_COMMON_INFERFUNC(ArgInfer) {
  const auto y = WithoutAxis(op, false);
  if (!y) return GRAPH_FAILED;
  DataType dtype = DT_INT64;
  (void)op.GetAttr("dtype", dtype);
  if (dtype != DT_INT32 && dtype != DT_INT64) {
    return opdk::ReportInferError(op, "dtype is " + opdk::TypeText(dtype) + ", neither DT_INT32 nor DT_INT64");
  }
  return opdk::SetOutput(op, "y", *y, dtype);
}

IMPLEMT_COMMON_INFERFUNC(ArgWithValueInfer) {
  bool keep = false;
  (void)op.GetAttr("keep_dims", keep);
  const auto y = WithoutAxis(op, keep);
  if (!y || opdk::SetOutput(op, "indice", *y, DT_INT32) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "values", *y, opdk::InputType(op, "x"));
}

COMMON_INFER_FUNC_REG(ArgMaxV2, ArgInfer);
COMMON_INFER_FUNC_REG(ArgMin, ArgInfer);
COMMON_INFER_FUNC_REG(ArgMaxD, ArgInfer);
COMMON_INFER_FUNC_REG(ArgMinD, ArgInfer);
COMMON_INFER_FUNC_REG(ArgMaxWithValue, ArgWithValueInfer);
COMMON_INFER_FUNC_REG(ArgMinWithValue, ArgWithValueInfer);

}  // namespace ge
