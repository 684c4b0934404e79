#include "op_proto/math/cross.h"

#include <string>

#include "op_proto/math/cross_axis.h"
#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Cross, CrossInfer) {
  const auto both = opdk::BroadcastDims(opdk::InputDims(op, "x1"), opdk::InputDims(op, "x2"));
  if (!both) return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
  const int64_t dim = opdk::IntAttr(op, "dim");
  if (opdk::IsStatic(*both)) {
    if (dim != opdk::kFirstOfThree && !opdk::CheckedAxis(op, "dim", dim, *both)) return GRAPH_FAILED;
    const int64_t axis = opdk::CrossAxis(*both, dim);
    if (axis == static_cast<int64_t>(both->size()) || (*both)[static_cast<size_t>(axis)] != 3) {
      return opdk::ReportInferError(op, "there are no vectors of 3 elements in " + opdk::ShapeText(*both));
    }
  }
  return opdk::SetOutput(op, "y", *both, opdk::InputType(op, "x1"));
}
IMPLEMT_VERIFIER(Cross, CrossVerify) { return opdk::CheckSameType(op, {"x1", "x2"}); }

INFER_FUNC_REG(Cross, CrossInfer);
VERIFY_FUNC_REG(Cross, CrossVerify);

}  // namespace ge
