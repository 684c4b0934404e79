#include "op_proto/norm/instance_normalization.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(InstanceNormalization, InstanceNormalizationInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 3) {
    return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(x) + ", it must be [N, C, D1, ...]");
  }
  const opdk::Dims channels = {opdk::IsUnknownRank(x) ? UNKNOWN_DIM : x[1]};
  for (const char* port : {"scale", "bias"}) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    if (!opdk::MergeDims(channels, dims)) {
      return opdk::ReportInferError(op, std::string(port) + " has shape " + opdk::ShapeText(dims) + ", it must be " +
                                            opdk::ShapeText(channels) + " as x " + opdk::ShapeText(x) +
                                            " has channels");
    }
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(InstanceNormalization, InstanceNormalizationVerify) {
  return opdk::CheckSameType(op, {"x", "scale", "bias"});
}

INFER_FUNC_REG(InstanceNormalization, InstanceNormalizationInferShape);
VERIFY_FUNC_REG(InstanceNormalization, InstanceNormalizationVerify);

}  // namespace ge
