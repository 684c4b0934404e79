#include "op_proto/indexing/scatter_nd.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// Checks that `indices` select slices of `x` and that `updates` has that many; reports if not.
graphStatus CheckSlices(const Operator& op, const opdk::Dims& x, const char* updates) {
  const opdk::Dims indices = opdk::InputDims(op, "indices"), given = opdk::InputDims(op, updates);
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(indices)) return GRAPH_SUCCESS;
  if (indices.empty() || indices.back() > static_cast<int64_t>(x.size())) {
    return opdk::ReportInferError(
        op, "indices of shape " + opdk::ShapeText(indices) + " don't name slices of " + opdk::ShapeText(x));
  }
  if (indices.back() < 0) return GRAPH_SUCCESS;
  opdk::Dims wanted(indices.begin(), indices.end() - 1);
  wanted.insert(wanted.end(), x.begin() + indices.back(), x.end());
  if (opdk::MergeDims(wanted, given)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, std::string(updates) + " has shape " + opdk::ShapeText(given) + ", it must be " + opdk::ShapeText(wanted));
}

graphStatus InferSlices(Operator& op, const char* x, const char* output) {
  if (CheckSlices(op, opdk::InputDims(op, x), "updates") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, x, output);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(ScatterNdOfVariableInfer) { return InferSlices(op, "var", "var"); }
IMPLEMT_COMMON_INFERFUNC(TensorScatterOfXInfer) { return InferSlices(op, "x", "y"); }
IMPLEMT_COMMON_INFERFUNC(TensorScatterOfInputInfer) { return InferSlices(op, "input", "output"); }

IMPLEMT_COMMON_INFERFUNC(ScatterNdInfer) {
  const opdk::Dims extents = opdk::InputDims(op, "shape");
  if (!opdk::IsUnknownRank(extents) && extents.size() != 1) {
    return opdk::ReportInferError(op, "shape has shape " + opdk::ShapeText(extents) + ", it must be a list");
  }
  if (const auto shape = opdk::ConstInts(op, "shape")) {
    for (int64_t extent : *shape) {
      if (extent < 0) return opdk::ReportInferError(op, "shape has a negative extent: " + std::to_string(extent));
    }
  }
  const opdk::Dims y = opdk::ListedShape(op, "shape");
  if (CheckSlices(op, y, "x") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

COMMON_INFER_FUNC_REG(ScatterNdUpdate, ScatterNdOfVariableInfer);
COMMON_INFER_FUNC_REG(ScatterNdAdd, ScatterNdOfVariableInfer);
COMMON_INFER_FUNC_REG(ScatterNdSub, ScatterNdOfVariableInfer);
COMMON_INFER_FUNC_REG(ScatterNdMax, ScatterNdOfVariableInfer);
COMMON_INFER_FUNC_REG(ScatterNdMin, ScatterNdOfVariableInfer);
COMMON_INFER_FUNC_REG(TensorScatterUpdate, TensorScatterOfXInfer);
COMMON_INFER_FUNC_REG(TensorScatterAdd, TensorScatterOfXInfer);
COMMON_INFER_FUNC_REG(TensorScatterSub, TensorScatterOfXInfer);
COMMON_INFER_FUNC_REG(TensorScatterMax, TensorScatterOfInputInfer);
COMMON_INFER_FUNC_REG(TensorScatterMin, TensorScatterOfInputInfer);
COMMON_INFER_FUNC_REG(ScatterNonAliasingAdd, TensorScatterOfXInfer);
COMMON_INFER_FUNC_REG(ScatterNd, ScatterNdInfer);
COMMON_INFER_FUNC_REG(ScatterNdD, ScatterNdInfer);

}  // namespace ge
