#include "op_proto/elementwise/mod.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Mod, ModInferShape) { return opdk::InferBroadcast(op, {"x1", "x2"}, "y", opdk::InputType(op, "x1")); }

IMPLEMT_VERIFIER(Mod, ModVerify) {
  if (opdk::CheckSameType(op, {"x1", "x2"}) != GRAPH_SUCCESS || opdk::CheckFlag(op, "fmod") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  if (op.get_attr_fmod() == 0 && opdk::IsFloating(opdk::InputType(op, "x1"))) {
    return opdk::ReportInferError(op, "fmod is 0, which is for integers only, but x1 is " +
                                          opdk::TypeText(opdk::InputType(op, "x1")) + "; set fmod to 1");
  }
  return GRAPH_SUCCESS;
}

INFER_FUNC_REG(Mod, ModInferShape);
VERIFY_FUNC_REG(Mod, ModVerify);

}  // namespace ge
