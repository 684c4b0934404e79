#include "op_proto/activation/clip.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Clip, ClipInferShape) {
  for (const char* bound : {"min", "max"}) {
    if (!opdk::HasInput(op, bound)) continue;
    const opdk::Dims dims = opdk::InputDims(op, bound);
    const int64_t count = opdk::ExtentProduct(dims);
    if (count != 1 && count != -1) {
      return opdk::ReportInferError(
          op, std::string(bound) + " has shape " + opdk::ShapeText(dims) + ", it must be a scalar");
    }
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(Clip, ClipVerify) { return opdk::CheckSameType(op, {"x", "min", "max"}); }

INFER_FUNC_REG(Clip, ClipInferShape);
VERIFY_FUNC_REG(Clip, ClipVerify);

}  // namespace ge
