#include "op_proto/array/roll.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Roll, RollInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const auto shifts = opdk::ListIntAttr(op, "shifts"), dims = opdk::ListIntAttr(op, "dims");
  if (dims.empty() ? shifts.size() != 1 : shifts.size() != dims.size()) {
    return opdk::ReportInferError(
        op, std::to_string(shifts.size()) + " shifts for " + std::to_string(dims.size()) + " dims");
  }
  for (size_t i = 0; i < dims.size() && !opdk::IsUnknownRank(x); ++i) {
    if (!opdk::CheckedAxis(op, "dims", dims[i], x)) return GRAPH_FAILED;
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_INFERFUNC(RollV2, RollV2Infer) {
  const opdk::Dims input = opdk::InputDims(op, "input"), shift = opdk::InputDims(op, "shift"),
                   axes = opdk::InputDims(op, "axes");
  const int64_t shifts = opdk::IsUnknownRank(shift) ? -1 : opdk::ExtentProduct(shift);
  const int64_t along = opdk::IsUnknownRank(axes) ? -1 : opdk::ExtentProduct(axes);
  if (shifts >= 0 && along >= 0 && shifts != along) {
    return opdk::ReportInferError(op, std::to_string(shifts) + " shifts for " + std::to_string(along) + " axes");
  }
  const auto known = opdk::ConstInts(op, "axes");
  for (size_t i = 0; known && i < known->size() && !opdk::IsUnknownRank(input); ++i) {
    if (!opdk::CheckedAxis(op, "axes", (*known)[i], input)) return GRAPH_FAILED;
  }
  return opdk::InferLike(op, "input", "output");
}

INFER_FUNC_REG(Roll, RollInfer);
INFER_FUNC_REG(RollV2, RollV2Infer);

}  // namespace ge
