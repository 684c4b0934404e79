#include "op_proto/nn/argmax_pool.h"

#include <string>

#include "op_proto/nn/image_pooling.h"

namespace ge {

namespace {

std::optional<Dims> PooledImages(const Operator& op) {
  auto pool = ReadImagePool(op, 2, 1);
  if (!pool || !ReadPadding(op, "padding", false, *pool)) return std::nullopt;
  return PooledShape(op, *pool, opdk::InputDims(op, "x"));
}

// Reports an input `port` that has not this shape.
graphStatus CheckShape(const Operator& op, const char* port, const Dims& shape, const char* of) {
  const Dims dims = opdk::InputDims(op, port);
  if (opdk::MergeDims(shape, dims)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, std::string(port) + " " + opdk::ShapeText(dims) + " has not the " + of + " shape " + opdk::ShapeText(shape));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(MaxPoolWithArgmaxInfer) {
  const int64_t type = opdk::IntAttr(op, "Targmax");
  if (type != DT_INT32 && type != DT_INT64 && type != 7) {
    return opdk::ReportInferError(op, "Targmax is " + std::to_string(type) + ", none of 3, 7, 9");
  }
  const auto y = PooledImages(op);
  if (!y || opdk::SetOutput(op, "argmax", *y, type == DT_INT32 ? DT_INT32 : DT_INT64) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(MaxPoolWithArgmax, MaxPoolWithArgmaxInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradWithArgmaxInfer) {
  const auto pooled = PooledImages(op);
  if (!pooled || opdk::CheckSameType(op, {"x", "grad"}) != GRAPH_SUCCESS ||
      CheckShape(op, "grad", *pooled, "pool's") != GRAPH_SUCCESS ||
      CheckShape(op, "argmax", *pooled, "pool's") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::InferLike(op, "x", "y");
}
COMMON_INFER_FUNC_REG(MaxPoolGradWithArgmax, MaxPoolGradWithArgmaxInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradGradWithArgmaxInfer) {
  const auto pooled = PooledImages(op);
  if (!pooled || opdk::CheckSameType(op, {"x", "grad"}) != GRAPH_SUCCESS ||
      CheckShape(op, "grad", opdk::InputDims(op, "x"), "images'") != GRAPH_SUCCESS ||
      CheckShape(op, "argmax", *pooled, "pool's") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", *pooled, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(MaxPoolGradGradWithArgmax, MaxPoolGradGradWithArgmaxInfer);

}  // namespace ge
