#include "op_proto/indexing/scatter_rows.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

// Infers an output like x. `updates` must have the shape of `indices`, then x's axes behind the first.
graphStatus InferScatteredRows(Operator& op, const char* x, const char* updates, const char* output) {
  const opdk::Dims rows = opdk::InputDims(op, x), indices = opdk::InputDims(op, "indices"),
                   given = opdk::InputDims(op, updates);
  if (!opdk::IsUnknownRank(rows) && rows.empty()) {
    return opdk::ReportInferError(op, std::string(x) + " is a scalar, it has no rows");
  }
  if (!opdk::IsUnknownRank(rows) && !opdk::IsUnknownRank(indices)) {
    opdk::Dims wanted = indices;
    wanted.insert(wanted.end(), rows.begin() + 1, rows.end());
    if (!opdk::MergeDims(wanted, given)) {
      return opdk::ReportInferError(op, std::string(updates) + " has shape " + opdk::ShapeText(given) +
                                            ", it must be " + opdk::ShapeText(wanted));
    }
  }
  return opdk::InferLike(op, x, output);
}

graphStatus InferAddedAlongAxis(Operator& op, const char* output) {
  const opdk::Dims var = opdk::InputDims(op, "var"), indices = opdk::InputDims(op, "indices"),
                   updates = opdk::InputDims(op, "updates");
  if (!opdk::IsUnknownRank(indices) && indices.size() != 1) {
    return opdk::ReportInferError(op, "indices has shape " + opdk::ShapeText(indices) + ", it must be a list");
  }
  if (!opdk::IsUnknownRank(var)) {
    const auto axis = opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), var);
    if (!axis) return GRAPH_FAILED;
    opdk::Dims wanted = var;
    wanted[static_cast<size_t>(*axis)] = opdk::IsUnknownRank(indices) ? UNKNOWN_DIM : indices[0];
    if (!opdk::MergeDims(wanted, updates)) {
      return opdk::ReportInferError(
          op, "updates has shape " + opdk::ShapeText(updates) + ", it must be " + opdk::ShapeText(wanted));
    }
  }
  return opdk::InferLike(op, "var", output);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(ScatterRowsInfer) { return InferScatteredRows(op, "var", "updates", "var"); }
IMPLEMT_COMMON_INFERFUNC(InplaceRowsInfer) { return InferScatteredRows(op, "x", "v", "y"); }
IMPLEMT_COMMON_INFERFUNC(IndexAddInfer) { return InferAddedAlongAxis(op, "var_out"); }

IMPLEMT_COMMON_INFERFUNC(InplaceIndexAddInfer) {
  if (opdk::CheckOneNumber(op, {"alpha"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferAddedAlongAxis(op, "var");
}

COMMON_INFER_FUNC_REG(ScatterUpdate, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterAdd, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterSub, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterMul, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterDiv, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterMax, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(ScatterMin, ScatterRowsInfer);
COMMON_INFER_FUNC_REG(InplaceUpdate, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(InplaceUpdateD, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(InplaceAdd, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(InplaceAddD, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(InplaceSub, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(InplaceSubD, InplaceRowsInfer);
COMMON_INFER_FUNC_REG(IndexAdd, IndexAddInfer);
COMMON_INFER_FUNC_REG(InplaceIndexAdd, InplaceIndexAddInfer);

}  // namespace ge
