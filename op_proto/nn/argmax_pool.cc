#include "op_proto/nn/argmax_pool.h"

#include <string>

#include "op_proto/nn/image_pooling.h"

namespace ge {

namespace {

std::optional<ImagePool> ReadPool(const Operator& op) {
  auto pool = ReadImagePool(op, 2, 1);
  if (!pool || !ReadPadding(op, "padding", false, *pool)) return std::nullopt;
  return pool;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(MaxPoolWithArgmaxInfer) {
  const int64_t type = opdk::IntAttr(op, "Targmax");
  if (type != DT_INT32 && type != DT_INT64 && type != 7) {
    return opdk::ReportInferError(op, "Targmax is " + std::to_string(type) + ", none of 3, 7, 9");
  }
  const auto pool = ReadPool(op);
  const auto y = pool ? PooledShape(op, *pool, opdk::InputDims(op, "x")) : std::nullopt;
  if (!y || opdk::SetOutput(op, "argmax", *y, type == DT_INT32 ? DT_INT32 : DT_INT64) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(MaxPoolWithArgmax, MaxPoolWithArgmaxInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradWithArgmaxInfer) {
  if (opdk::CheckSameType(op, {"x", "grad"}) != GRAPH_SUCCESS ||
      CheckPooled(op, ReadPool(op), opdk::InputDims(op, "x"), {"grad", "argmax"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::InferLike(op, "x", "y");
}
COMMON_INFER_FUNC_REG(MaxPoolGradWithArgmax, MaxPoolGradWithArgmaxInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradGradWithArgmaxInfer) {
  const auto pool = ReadPool(op);
  if (opdk::CheckSameType(op, {"x", "grad"}) != GRAPH_SUCCESS || !opdk::SharedShape(op, "x", "grad") ||
      CheckPooled(op, pool, opdk::InputDims(op, "x"), {"argmax"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return SetPooled(op, *pool);
}
COMMON_INFER_FUNC_REG(MaxPoolGradGradWithArgmax, MaxPoolGradGradWithArgmaxInfer);

}  // namespace ge
