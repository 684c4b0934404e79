#include "op_proto/norm/layer_norm.h"

#include <algorithm>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

namespace {

// Sets outputs y, mean and `third` for a normalization from axis `begin` of x on; -1: not known.
graphStatus SetOutputs(Operator& op, const char* third, const Dims& x, int64_t begin) {
  Dims statistics = x;
  if (!opdk::IsUnknownRank(x)) std::fill(statistics.begin() + std::max<int64_t>(begin, 0), statistics.end(), 1);
  if (begin < 0) statistics = opdk::IsUnknownRank(x) ? x : Dims(x.size(), UNKNOWN_DIM);
  const DataType type = opdk::InputType(op, "x") == DT_DOUBLE ? DT_DOUBLE : DT_FLOAT;
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "mean", statistics, type) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, third, statistics, type);
}

// Reports gamma or beta that can't be broadcast to `scaled`, the last axes of x.
graphStatus CheckParameters(const Operator& op, const Dims& scaled) {
  for (const char* port : {"gamma", "beta"}) {
    if (!opdk::HasInput(op, port)) continue;
    const Dims dims = opdk::InputDims(op, port);
    if (opdk::BroadcastsTo(dims, scaled)) continue;
    return ReportInferError(op, std::string(port) + " " + ShapeText(dims) + " can't be broadcast to the axes " +
                                    ShapeText(scaled) + " of x");
  }
  return GRAPH_SUCCESS;
}

graphStatus InferFromAxes(Operator& op, const char* third) {
  const Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return SetOutputs(op, third, x, -1);
  const auto norm = opdk::CheckedAxis(op, "begin_norm_axis", opdk::IntAttr(op, "begin_norm_axis"), x);
  const auto params = opdk::CheckedAxis(op, "begin_params_axis", opdk::IntAttr(op, "begin_params_axis"), x);
  if (!norm || !params || CheckParameters(op, Dims(x.begin() + *params, x.end())) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return SetOutputs(op, third, x, *norm);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(LayerNormInfer) { return InferFromAxes(op, "variance"); }
COMMON_INFER_FUNC_REG(LayerNorm, LayerNormInfer);

IMPLEMT_COMMON_INFERFUNC(LayerNormV3Infer) { return InferFromAxes(op, "rstd"); }
COMMON_INFER_FUNC_REG(LayerNormV3, LayerNormV3Infer);

IMPLEMT_COMMON_INFERFUNC(LayerNormV4Infer) {
  const Dims x = opdk::InputDims(op, "x"), list = opdk::InputDims(op, "normalized_shape");
  if (!opdk::MergeDims({UNKNOWN_DIM}, list)) {
    return ReportInferError(op, "normalized_shape has shape " + ShapeText(list) + ", it must be a list");
  }
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(list) || list[0] < 0) return SetOutputs(op, "rstd", x, -1);
  const auto rank = static_cast<int64_t>(x.size()), count = list[0];
  if (count < 1 || count > rank) {
    return ReportInferError(op, "normalized_shape has " + std::to_string(count) + " extents, x " + ShapeText(x) +
                                    " has " + std::to_string(rank) + " axes");
  }
  const Dims normalized(x.end() - count, x.end());
  const auto known = opdk::ConstInts(op, "normalized_shape");
  if (known && !opdk::MergeDims(*known, normalized)) {
    return ReportInferError(
        op, "normalized_shape is " + ListText(*known) + ", the last axes of x are " + ShapeText(normalized));
  }
  if (CheckParameters(op, normalized) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetOutputs(op, "rstd", x, rank - count);
}
COMMON_INFER_FUNC_REG(LayerNormV4, LayerNormV4Infer);

IMPLEMT_VERIFIER(LayerNorm, LayerNormVerify) { return opdk::CheckSameType(op, {"x", "gamma", "beta"}); }
VERIFY_FUNC_REG(LayerNorm, LayerNormVerify);

IMPLEMT_VERIFIER(LayerNormV3, LayerNormV3Verify) { return opdk::CheckSameType(op, {"x", "gamma", "beta"}); }
VERIFY_FUNC_REG(LayerNormV3, LayerNormV3Verify);

IMPLEMT_VERIFIER(LayerNormV4, LayerNormV4Verify) { return opdk::CheckSameType(op, {"gamma", "beta"}); }
VERIFY_FUNC_REG(LayerNormV4, LayerNormV4Verify);

}  // namespace ge
