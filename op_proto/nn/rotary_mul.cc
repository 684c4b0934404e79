#include "op_proto/nn/rotary_mul.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(RotaryMul, RotaryMulInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && (x.empty() || (x.back() >= 0 && x.back() % 2 != 0))) {
    return opdk::ReportInferError(op, "the last axis of x " + opdk::ShapeText(x) + " has no two halves");
  }
  for (const char* factor : {"r1", "r2"}) {
    const opdk::Dims dims = opdk::InputDims(op, factor);
    if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(dims)) continue;
    const auto both = opdk::BroadcastDims(x, dims);
    if (both && opdk::MergeDims(*both, x)) continue;
    return opdk::ReportInferError(op, std::string(factor) + " " + opdk::ShapeText(dims) +
                                          " can't be broadcast to x's shape " + opdk::ShapeText(x));
  }
  return opdk::InferLike(op, "x", "y");
}
IMPLEMT_VERIFIER(RotaryMul, RotaryMulVerify) { return opdk::CheckSameType(op, {"x", "r1", "r2"}); }

INFER_FUNC_REG(RotaryMul, RotaryMulInfer);
VERIFY_FUNC_REG(RotaryMul, RotaryMulVerify);

}  // namespace ge
