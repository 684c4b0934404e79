#include "op_proto/nn/max_pool.h"

#include "op_proto/nn/image_pooling.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(MaxPoolInfer) {
  auto pool = ReadImagePool(op);
  return pool && ReadPadding(op, "padding", false, *pool) ? SetPooled(op, *pool) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(MaxPool, MaxPoolInfer);
COMMON_INFER_FUNC_REG(MaxPoolExt2, MaxPoolInfer);
COMMON_INFER_FUNC_REG(MaxPoolV2, MaxPoolInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolV3Infer) {
  auto pool = ReadImagePool(op);
  return pool && ReadGeneralPadding(op, *pool) ? SetPooled(op, *pool) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(MaxPoolV3, MaxPoolV3Infer);

IMPLEMT_COMMON_INFERFUNC(MaxPool3DInfer) {
  auto pool = ReadImagePool(op, 3);
  if (!pool || opdk::CheckFlag(op, "ceil_mode") != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto dilations = WindowNumbers(op, "dilation", *pool);
  if (!dilations) return GRAPH_FAILED;
  pool->window.dilations = *dilations;
  if (!ReadPadding(op, "padding", true, *pool)) return GRAPH_FAILED;
  pool->window.ceil_mode = pool->window.auto_pad == "NOTSET" && opdk::IntAttr(op, "ceil_mode") != 0;
  return SetPooled(op, *pool);
}
COMMON_INFER_FUNC_REG(MaxPool3D, MaxPool3DInfer);

}  // namespace ge
