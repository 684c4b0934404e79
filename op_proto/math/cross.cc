#include "op_proto/math/cross.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Cross, CrossInfer) {
  constexpr int64_t kFirstOfThree = -65530;
  const auto both = opdk::BroadcastDims(opdk::InputDims(op, "x1"), opdk::InputDims(op, "x2"));
  if (!both) return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1"));
  const int64_t dim = opdk::IntAttr(op, "dim");
  if (opdk::IsStatic(*both)) {
    int64_t axis = std::find(both->begin(), both->end(), 3) - both->begin();
    if (dim != kFirstOfThree) {
      const auto given = opdk::CheckedAxis(op, "dim", dim, *both);
      if (!given) return GRAPH_FAILED;
      axis = *given;
    }
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
