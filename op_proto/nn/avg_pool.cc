#include "op_proto/nn/avg_pool.h"

#include <string>

#include "op_proto/nn/image_convolution.h"
#include "op_proto/nn/image_pooling.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(AvgPoolInfer) {
  auto pool = ReadImagePool(op);
  return pool && ReadPadding(op, "padding", false, *pool) ? SetPooled(op, *pool) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(AvgPool, AvgPoolInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPoolV2Infer) {
  auto pool = ReadImagePool(op);
  if (!pool || !ReadGeneralPadding(op, *pool) || CheckDivisor(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetPooled(op, *pool);
}
COMMON_INFER_FUNC_REG(AvgPoolV2, AvgPoolV2Infer);

IMPLEMT_COMMON_INFERFUNC(AvgPool3DInfer) {
  auto pool = ReadImagePool(op, 3);
  if (!pool || CheckDivisor(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const Dims pads = opdk::ListIntAttr(op, "pads");
  if (pads.size() == 6 && IsSame(pads)) {
    pool->window.auto_pad = "SAME_UPPER";
    return SetPooled(op, *pool);
  }
  if (!ReadPads(op, "pads", *pool)) return GRAPH_FAILED;
  pool->window.ceil_mode = opdk::BoolAttr(op, "ceil_mode");
  return SetPooled(op, *pool);
}
COMMON_INFER_FUNC_REG(AvgPool3D, AvgPool3DInfer);
COMMON_INFER_FUNC_REG(AvgPool3DD, AvgPool3DInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPool1DInfer) {
  ImagePool pool;
  pool.spatial = 1;
  for (const char* attr : {"ksize", "strides"}) {
    if (opdk::IntAttr(op, attr) > 0) continue;
    return opdk::ReportInferError(op,
                                  std::string(attr) + " is " + std::to_string(opdk::IntAttr(op, attr)) + ", below 1");
  }
  pool.window.kernel = {opdk::IntAttr(op, "ksize")};
  pool.window.strides = {opdk::IntAttr(op, "strides")};
  if (!ReadPads(op, "pads", pool)) return GRAPH_FAILED;
  pool.window.ceil_mode = opdk::BoolAttr(op, "ceil_mode");
  Dims y = opdk::InputDims(op, "x"), out;
  if (!opdk::IsUnknownRank(y)) {
    if (y.empty() || y.back() == 0) return opdk::ReportInferError(op, "x " + opdk::ShapeText(y) + " has no row");
    if (!WindowOutput(op, pool.window, {y.back()}, out)) return GRAPH_FAILED;
    y.back() = out[0];
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(AvgPool1D, AvgPool1DInfer);
COMMON_INFER_FUNC_REG(AvgPool1DD, AvgPool1DInfer);

}  // namespace ge
