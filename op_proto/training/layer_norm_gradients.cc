#include "op_proto/training/layer_norm_gradients.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ShapeText;

namespace {

// Reports `name`, of shape `dims`, that isn't as the last axes of dy.
graphStatus CheckLastAxesOfDy(const Operator& op, const char* name, const Dims& dims) {
  const Dims dy = opdk::InputDims(op, "dy");
  if (opdk::IsUnknownRank(dy) || opdk::IsUnknownRank(dims)) return GRAPH_SUCCESS;
  if (dims.size() <= dy.size() &&
      opdk::MergeDims(Dims(dy.end() - static_cast<std::ptrdiff_t>(dims.size()), dy.end()), dims)) {
    return GRAPH_SUCCESS;
  }
  return opdk::ReportInferError(
      op, std::string(name) + " " + ShapeText(dims) + " is not the last axes of dy, " + ShapeText(dy));
}

// Reports statistics that don't stand for rows along the last axes of dy.
graphStatus CheckRowStatistics(const Operator& op, const char* port) {
  const Dims dy = opdk::InputDims(op, "dy"), dims = opdk::InputDims(op, port);
  if (opdk::IsUnknownRank(dy) || opdk::IsUnknownRank(dims)) return GRAPH_SUCCESS;
  bool fits = dims.size() == dy.size(), normalized = false;
  for (size_t i = 0; fits && i < dy.size(); ++i) {
    if (dy[i] < 0 || dims[i] < 0 || dy[i] == 1) continue;
    normalized = normalized || dims[i] == 1;
    fits = dims[i] == (normalized ? 1 : dy[i]);
  }
  if (fits) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, std::string(port) + " " + ShapeText(dims) + " is not the shape of dy, " +
                                        ShapeText(dy) + ", with 1 for each axis from some one on");
}

// Checks the inputs of the forms that have x and the statistics.
graphStatus CheckNormalizedRows(const Operator& op, const char* deviation) {
  if (!opdk::SharedShape(op, "dy", "x") || CheckRowStatistics(op, deviation) != GRAPH_SUCCESS ||
      CheckRowStatistics(op, "mean") != GRAPH_SUCCESS || opdk::CheckSameType(op, {"dy", "x"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SharedShape(op, "mean", deviation) ? opdk::CheckSameType(op, {deviation, "mean"}) : GRAPH_FAILED;
}

graphStatus InferLayerNormParameters(Operator& op, const Dims& dims, DataType type) {
  if (opdk::SetOutput(op, "pd_gamma", dims, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "pd_beta", dims, type);
}

graphStatus InferLayerNormGrad(Operator& op, const char* deviation) {
  const Dims gamma = opdk::InputDims(op, "gamma");
  if (CheckNormalizedRows(op, deviation) != GRAPH_SUCCESS || CheckLastAxesOfDy(op, "gamma", gamma) != GRAPH_SUCCESS ||
      opdk::InferLike(op, "dy", "pd_x") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return InferLayerNormParameters(op, gamma, opdk::InputType(op, "gamma"));
}

graphStatus InferLayerNormX(Operator& op, const char* deviation, bool hands_on) {
  if (CheckNormalizedRows(op, deviation) != GRAPH_SUCCESS ||
      CheckLastAxesOfDy(op, "gamma", opdk::InputDims(op, "gamma")) != GRAPH_SUCCESS ||
      opdk::InferLike(op, "dy", "pd_x") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return hands_on ? opdk::InferLike(op, "dy", "res_for_gamma", DT_FLOAT) : GRAPH_SUCCESS;
}

graphStatus InferBetaGamma(Operator& op) {
  const Dims gamma = opdk::ListIntAttr(op, "shape_gamma");
  if (!opdk::IsStatic(gamma)) {
    return opdk::ReportInferError(op, "shape_gamma " + ListText(gamma) + " has an entry below 0");
  }
  if (CheckLastAxesOfDy(op, "shape_gamma", gamma) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferLayerNormParameters(op, gamma, DT_FLOAT);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(LayerNormGradInfer) { return InferLayerNormGrad(op, "variance"); }
COMMON_INFER_FUNC_REG(LayerNormGrad, LayerNormGradInfer);

IMPLEMT_COMMON_INFERFUNC(LayerNormGradV3Infer) { return InferLayerNormGrad(op, "rstd"); }
COMMON_INFER_FUNC_REG(LayerNormGradV3, LayerNormGradV3Infer);

IMPLEMT_COMMON_INFERFUNC(LayerNormXBackpropInfer) { return InferLayerNormX(op, "variance", false); }
COMMON_INFER_FUNC_REG(LayerNormXBackprop, LayerNormXBackpropInfer);

IMPLEMT_COMMON_INFERFUNC(LayerNormXBackpropV2Infer) { return InferLayerNormX(op, "variance", true); }
COMMON_INFER_FUNC_REG(LayerNormXBackpropV2, LayerNormXBackpropV2Infer);

IMPLEMT_COMMON_INFERFUNC(LayerNormXBackpropV3Infer) { return InferLayerNormX(op, "rstd", true); }
COMMON_INFER_FUNC_REG(LayerNormXBackpropV3, LayerNormXBackpropV3Infer);

IMPLEMT_COMMON_INFERFUNC(LayerNormBetaGammaBackpropInfer) {
  return CheckNormalizedRows(op, "variance") == GRAPH_SUCCESS ? InferBetaGamma(op) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(LayerNormBetaGammaBackprop, LayerNormBetaGammaBackpropInfer);

IMPLEMT_COMMON_INFERFUNC(LayerNormBetaGammaBackpropV2Infer) {
  return opdk::SharedShape(op, "dy", "res_for_gamma") ? InferBetaGamma(op) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(LayerNormBetaGammaBackpropV2, LayerNormBetaGammaBackpropV2Infer);

}  // namespace ge
