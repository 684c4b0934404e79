#include "op_proto/signal/dft.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_INFERFUNC(DFT, DFTInfer) {
  if (opdk::CheckOneNumber(op, {"axis", "dft_length"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  opdk::Dims dims = opdk::InputDims(op, "input");
  const DataType type = opdk::InputType(op, "input");
  const bool inverse = op.get_attr_inverse() != 0, onesided = op.get_attr_onesided() != 0;
  if (opdk::IsUnknownRank(dims)) return opdk::SetOutput(op, "output", dims, type);
  const auto rank = static_cast<int64_t>(dims.size());
  if (rank < 2 || dims.back() == 0 || dims.back() > 2) {
    return opdk::ReportInferError(op, "input of shape " + opdk::ShapeText(dims) + " has no last axis of 1 or 2");
  }
  dims.back() = inverse && onesided ? 1 : 2;
  const auto given = opdk::HasInput(op, "axis") ? opdk::ConstInt(op, "axis") : std::optional<int64_t>(-2);
  if (!given) {
    for (int64_t axis = 0; axis + 1 < rank; ++axis) dims[static_cast<size_t>(axis)] = UNKNOWN_DIM;
    return opdk::SetOutput(op, "output", dims, type);
  }
  const auto axis = opdk::CheckedAxis(op, "axis", *given, dims);
  if (!axis) return GRAPH_FAILED;
  if (*axis == rank - 1) return opdk::ReportInferError(op, "axis is the last one, which holds the parts of a number");
  int64_t& extent = dims[static_cast<size_t>(*axis)];
  int64_t length = extent;
  if (extent >= 0 && inverse && onesided) length = 2 * (extent - 1);
  if (opdk::HasInput(op, "dft_length")) length = opdk::ConstInt(op, "dft_length").value_or(UNKNOWN_DIM);
  if (length != UNKNOWN_DIM && length < 1) {
    return opdk::ReportInferError(op, "dft_length is " + std::to_string(length) + ", below 1");
  }
  extent = length != UNKNOWN_DIM && onesided && !inverse ? length / 2 + 1 : length;
  return opdk::SetOutput(op, "output", dims, type);
}

IMPLEMT_VERIFIER(DFT, DFTVerify) {
  const bool flags =
      opdk::CheckFlag(op, "inverse") == GRAPH_SUCCESS && opdk::CheckFlag(op, "onesided") == GRAPH_SUCCESS;
  return flags ? GRAPH_SUCCESS : GRAPH_FAILED;
}

INFER_FUNC_REG(DFT, DFTInfer);
VERIFY_FUNC_REG(DFT, DFTVerify);

}  // namespace ge
