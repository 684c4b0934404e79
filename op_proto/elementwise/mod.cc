#include "op_proto/elementwise/mod.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Mod, ModInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1")); }

IMPLEMT_VERIFIER(Mod, ModVerify) {
  const bool same = opdk::CheckSameType(op, {"x1", "x2"}) == GRAPH_SUCCESS;
  return same ? opdk::CheckFlag(op, "fmod") : GRAPH_FAILED;
}

INFER_FUNC_REG(Mod, ModInferShape);
VERIFY_FUNC_REG(Mod, ModVerify);

}  // namespace ge
