#include "op_proto/indexing/tensor_scatter.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(TensorScatter, TensorScatterInfer) {
  const opdk::Dims cache = opdk::InputDims(op, "past_cache"), update = opdk::InputDims(op, "update");
  if (!opdk::IsUnknownRank(cache)) {
    const auto axis = opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), cache);
    if (!axis) return GRAPH_FAILED;
    if (*axis == 0) return opdk::ReportInferError(op, "axis is 0, which is the batch");
    opdk::Dims others = cache;
    others[static_cast<size_t>(*axis)] = UNKNOWN_DIM;
    if (!opdk::MergeDims(others, update)) {
      return opdk::ReportInferError(op, "update " + opdk::ShapeText(update) +
                                            " doesn't have the extents of past_cache " + opdk::ShapeText(cache));
    }
    const int64_t held = cache[static_cast<size_t>(*axis)];
    if (!opdk::IsUnknownRank(update) && held >= 0 && update[static_cast<size_t>(*axis)] > held) {
      return opdk::ReportInferError(
          op, "update " + opdk::ShapeText(update) + " is longer than past_cache " + opdk::ShapeText(cache));
    }
    const opdk::Dims batch = {cache[0]};
    if (opdk::HasInput(op, "write_indices") && !opdk::MergeDims(batch, opdk::InputDims(op, "write_indices"))) {
      return opdk::ReportInferError(op, "write_indices has shape " +
                                            opdk::ShapeText(opdk::InputDims(op, "write_indices")) + ", it must be " +
                                            opdk::ShapeText(batch));
    }
  }
  return opdk::InferLike(op, "past_cache", "present_cache");
}

IMPLEMT_VERIFIER(TensorScatter, TensorScatterVerify) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "linear" && mode != "circular") {
    return opdk::ReportInferError(op, "mode '" + mode + "' is neither linear nor circular");
  }
  return opdk::CheckSameType(op, {"past_cache", "update"});
}

INFER_FUNC_REG(TensorScatter, TensorScatterInfer);
VERIFY_FUNC_REG(TensorScatter, TensorScatterVerify);

}  // namespace ge
