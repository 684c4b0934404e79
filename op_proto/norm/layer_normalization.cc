#include "op_proto/norm/layer_normalization.h"

#include <algorithm>

#include "opdk/infer.h"

namespace ge {

// The dtype that ONNX's TensorProto numbers so; DT_UNDEFINED for one that mean and inv_std_dev can't have.
static DataType StashType(int64_t onnx_type) {
  switch (onnx_type) {
    case 1:
      return DT_FLOAT;
    case 10:
      return DT_FLOAT16;
    case 11:
      return DT_DOUBLE;
    case 16:
      return DT_BF16;
    default:
      return DT_UNDEFINED;
  }
}

static graphStatus SetLayerNormalizationOutputs(Operator& op, const opdk::Dims& statistics) {
  const DataType stash = StashType(opdk::IntAttr(op, "stash_type"));
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "mean", statistics, stash) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "inv_std_dev", statistics, stash);
}

IMPLEMT_INFERFUNC(LayerNormalization, LayerNormalizationInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return SetLayerNormalizationOutputs(op, opdk::kUnknownRank);
  const auto axis = opdk::CheckedAxis(op, "axis", op.get_attr_axis(), x);
  if (!axis) return GRAPH_FAILED;
  const opdk::Dims normalized(x.begin() + *axis, x.end());
  for (const char* port : {"scale", "bias"}) {
    if (!opdk::HasInput(op, port)) continue;
    const opdk::Dims dims = opdk::InputDims(op, port);
    const auto joined = opdk::BroadcastDims(normalized, dims);
    if (!joined || (!opdk::IsUnknownRank(*joined) && !opdk::MergeDims(*joined, normalized))) {
      return opdk::ReportInferError(op, std::string(port) + " " + opdk::ShapeText(dims) +
                                            " can't be broadcast to the normalized axes " +
                                            opdk::ShapeText(normalized) + " of x");
    }
  }
  opdk::Dims statistics = x;
  std::fill(statistics.begin() + *axis, statistics.end(), 1);
  return SetLayerNormalizationOutputs(op, statistics);
}

IMPLEMT_VERIFIER(LayerNormalization, LayerNormalizationVerify) {
  if (StashType(op.get_attr_stash_type()) == DT_UNDEFINED) {
    return opdk::ReportInferError(op, "stash_type is " + std::to_string(op.get_attr_stash_type()) +
                                          ", it must be 1 (float), 10 (float16), 11 (double) or 16 (bfloat16)");
  }
  return opdk::CheckSameType(op, {"x", "scale", "bias"});
}

INFER_FUNC_REG(LayerNormalization, LayerNormalizationInferShape);
VERIFY_FUNC_REG(LayerNormalization, LayerNormalizationVerify);

}  // namespace ge
