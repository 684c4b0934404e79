#include "op_proto/nn/fractional_pool.h"

#include <cmath>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

namespace {

graphStatus ReportImages(const Operator& op, const char* input, const opdk::Dims& dims) {
  return opdk::ReportInferError(op, std::string(input) + " " + opdk::ShapeText(dims) + " are no images [N, H, W, C]");
}

graphStatus InferPool(Operator& op) {
  opdk::Dims y = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(y)) y = opdk::Dims(4, UNKNOWN_DIM);
  if (y.size() != 4) return ReportImages(op, "x", y);
  std::vector<float> ratio;
  (void)op.GetAttr("pooling_ratio", ratio);
  if (ratio.size() != 4 || ratio[0] != 1 || ratio[3] != 1) {
    return opdk::ReportInferError(op, "pooling_ratio must be [1, rows, columns, 1]");
  }
  for (size_t axis = 1; axis < 3; ++axis) {
    if (!(ratio[axis] >= 1) || std::isinf(ratio[axis])) {
      return opdk::ReportInferError(op, "pooling_ratio " + std::to_string(ratio[axis]) + " is below 1 or no number");
    }
    if (y[axis] < 0) continue;
    const auto pooled =
        static_cast<int64_t>(std::floor(static_cast<double>(y[axis]) / static_cast<double>(ratio[axis])));
    if (pooled < 1) {
      return opdk::ReportInferError(
          op, "pooling_ratio " + std::to_string(ratio[axis]) + " leaves nothing of " + std::to_string(y[axis]));
    }
    y[axis] = pooled;
  }
  const auto borders = [&](size_t axis) { return opdk::Dims{y[axis] < 0 ? UNKNOWN_DIM : y[axis] + 1}; };
  if (opdk::SetOutput(op, "row_pooling_sequence", borders(1), DT_INT64) != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "col_pooling_sequence", borders(2), DT_INT64) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

// Checks that `sequence` has one border more than out_backprop has regions along `axis`.
graphStatus CheckSequence(const Operator& op, const opdk::Dims& pooled, const char* sequence, size_t axis) {
  const opdk::Dims borders = opdk::InputDims(op, sequence);
  if (opdk::IsUnknownRank(borders)) return GRAPH_SUCCESS;
  const bool fits = borders.size() == 1 && (borders[0] < 0 || opdk::IsUnknownRank(pooled) || pooled[axis] < 0 ||
                                            borders[0] == pooled[axis] + 1);
  if (fits) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, std::string(sequence) + " " + opdk::ShapeText(borders) +
                                        " has not one border more than out_backprop " + opdk::ShapeText(pooled) +
                                        " has regions");
}

graphStatus InferGradient(Operator& op, const opdk::Dims& image) {
  const opdk::Dims pooled = opdk::InputDims(op, "out_backprop");
  if (!opdk::IsUnknownRank(pooled) && pooled.size() != 4) return ReportImages(op, "out_backprop", pooled);
  if (!opdk::IsUnknownRank(image) && image.size() != 4) return ReportImages(op, "y", image);
  for (const size_t axis : {size_t{0}, size_t{3}}) {
    const bool known = !opdk::IsUnknownRank(image) && !opdk::IsUnknownRank(pooled);
    if (known && image[axis] >= 0 && pooled[axis] >= 0 && image[axis] != pooled[axis]) {
      return opdk::ReportInferError(
          op, "out_backprop " + opdk::ShapeText(pooled) + " is not pooled of images " + opdk::ShapeText(image));
    }
  }
  if (CheckSequence(op, pooled, "row_pooling_sequence", 1) != GRAPH_SUCCESS ||
      CheckSequence(op, pooled, "col_pooling_sequence", 2) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", image, opdk::InputType(op, "out_backprop"));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(FractionalPoolInfer) { return InferPool(op); }
COMMON_INFER_FUNC_REG(FractionalAvgPool, FractionalPoolInfer);
COMMON_INFER_FUNC_REG(FractionalMaxPool, FractionalPoolInfer);

IMPLEMT_COMMON_INFERFUNC(FractionalAvgPoolGradInfer) {
  const opdk::Dims image = opdk::ListedShape(op, "orig_input_tensor_shape");
  for (int64_t extent : image) {
    if (!opdk::IsUnknownRank(image) && extent < UNKNOWN_DIM) {
      return opdk::ReportInferError(op, "orig_input_tensor_shape has the extent " + std::to_string(extent));
    }
  }
  return InferGradient(op, image);
}
COMMON_INFER_FUNC_REG(FractionalAvgPoolGrad, FractionalAvgPoolGradInfer);

IMPLEMT_COMMON_INFERFUNC(FractionalMaxPoolGradInfer) {
  if (!opdk::SharedShape(op, "orig_output", "out_backprop")) return GRAPH_FAILED;
  return InferGradient(op, opdk::InputDims(op, "orig_input"));
}
static graphStatus FractionalMaxPoolGradVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"orig_input", "orig_output", "out_backprop"});
}
COMMON_INFER_FUNC_REG(FractionalMaxPoolGrad, FractionalMaxPoolGradInfer);
VERIFY_FUNC_REG(FractionalMaxPoolGrad, FractionalMaxPoolGradVerify);

}  // namespace ge
