#include "op_proto/activation/clip_by_value.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ClipByValueInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  for (const char* bound : {"clip_value_min", "clip_value_max"}) {
    const opdk::Dims dims = opdk::InputDims(op, bound);
    if (opdk::ExtentProduct(dims) == 1 || opdk::IsUnknownRank(x) || opdk::IsUnknownRank(dims)) continue;
    const auto joined = opdk::BroadcastDims(x, dims);
    if (!joined || !opdk::MergeDims(*joined, x)) {
      return opdk::ReportInferError(op, std::string(bound) + " has shape " + opdk::ShapeText(dims) +
                                            ", it must be a scalar or fit x of shape " + opdk::ShapeText(x));
    }
  }
  return opdk::InferLike(op, "x", "y");
}

static graphStatus ClipByValueVerify(const Operator& op) {
  return opdk::CheckSameType(op, {"x", "clip_value_min", "clip_value_max"});
}

COMMON_INFER_FUNC_REG(ClipByValue, ClipByValueInfer);
VERIFY_FUNC_REG(ClipByValue, ClipByValueVerify);
COMMON_INFER_FUNC_REG(ClipByValueV2, ClipByValueInfer);
VERIFY_FUNC_REG(ClipByValueV2, ClipByValueVerify);

}  // namespace ge
