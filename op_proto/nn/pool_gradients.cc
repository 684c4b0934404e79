#include "op_proto/nn/pool_gradients.h"

#include <string>

#include "op_proto/nn/image_pooling.h"

namespace ge {

namespace {

// Reads a pool of images with attribute padding, or (`general`) padding_mode, pads and ceil_mode. Nothing when they are
// faulty, which is reported.
std::optional<ImagePool> ReadPaddedPool(const Operator& op, bool general) {
  auto pool = ReadImagePool(op);
  if (!pool || !(general ? ReadGeneralPadding(op, *pool) : ReadPadding(op, "padding", false, *pool))) {
    return std::nullopt;
  }
  return pool;
}

// Reads a pool of volumes with pads.
std::optional<ImagePool> ReadVolumePool(const Operator& op) {
  auto pool = ReadImagePool(op, 3);
  if (!pool || !ReadPads(op, "pads", *pool)) return std::nullopt;
  return pool;
}

graphStatus InferMaxGradient(Operator& op, const std::optional<ImagePool>& pool, const char* x, const char* pooled,
                             const char* grad, const char* output) {
  if (CheckPooled(op, pool, opdk::InputDims(op, x), {pooled, grad}) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {x, pooled, grad}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::InferLike(op, x, output);
}

graphStatus InferMaxGradientGradient(Operator& op, const std::optional<ImagePool>& pool, const char* x,
                                     const char* pooled, const char* grad) {
  if (CheckPooled(op, pool, opdk::InputDims(op, x), {pooled}) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {x, pooled, grad}) != GRAPH_SUCCESS || !opdk::SharedShape(op, x, grad)) {
    return GRAPH_FAILED;
  }
  return opdk::InferLike(op, pooled, "y");
}

graphStatus InferMeanGradient(Operator& op, const std::optional<ImagePool>& pool, const char* grad,
                              const char* output) {
  if (!pool) return GRAPH_FAILED;
  const auto shape = ImageShape(op, "orig_input_shape", grad, pool->spatial);
  if (!shape || CheckPooled(op, pool, *shape, {grad}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, output, *shape, opdk::InputType(op, grad));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradInfer) {
  return InferMaxGradient(op, ReadPaddedPool(op, false), "x1", "x2", "grad", "y");
}
COMMON_INFER_FUNC_REG(MaxPoolGrad, MaxPoolGradInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolV3GradInfer) {
  return InferMaxGradient(op, ReadPaddedPool(op, true), "orig_input", "orig_output", "grad", "out_grad");
}
COMMON_INFER_FUNC_REG(MaxPoolV3Grad, MaxPoolV3GradInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPool3DGradInfer) {
  auto pool = ReadImagePool(op, 3);
  if (!pool || !ReadPadding(op, "padding", true, *pool)) return GRAPH_FAILED;
  return InferMaxGradient(op, pool, "orig_x", "orig_y", "grads", "y");
}
COMMON_INFER_FUNC_REG(MaxPool3DGrad, MaxPool3DGradInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradGradInfer) {
  return InferMaxGradientGradient(op, ReadPaddedPool(op, false), "x1", "x2", "grad");
}
COMMON_INFER_FUNC_REG(MaxPoolGradGrad, MaxPoolGradGradInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPool3DGradGradInfer) {
  return InferMaxGradientGradient(op, ReadVolumePool(op), "orig_x", "orig_y", "grads");
}
COMMON_INFER_FUNC_REG(MaxPool3DGradGrad, MaxPool3DGradGradInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPoolGradInfer) {
  return InferMeanGradient(op, ReadPaddedPool(op, false), "input_grad", "out_grad");
}
COMMON_INFER_FUNC_REG(AvgPoolGrad, AvgPoolGradInfer);
COMMON_INFER_FUNC_REG(AvgPoolGradD, AvgPoolGradInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPoolV2GradInfer) {
  return InferMeanGradient(op, ReadPaddedPool(op, true), "input_grad", "out_grad");
}
COMMON_INFER_FUNC_REG(AvgPoolV2Grad, AvgPoolV2GradInfer);
COMMON_INFER_FUNC_REG(AvgPoolV2GradD, AvgPoolV2GradInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPool3DGradInfer) {
  auto pool = ReadVolumePool(op);
  if (pool) pool->window.ceil_mode = opdk::BoolAttr(op, "ceil_mode");
  if (!pool || CheckDivisor(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferMeanGradient(op, pool, "grads", "output");
}
COMMON_INFER_FUNC_REG(AvgPool3DGrad, AvgPool3DGradInfer);
COMMON_INFER_FUNC_REG(AvgPool3DGradD, AvgPool3DGradInfer);

}  // namespace ge
