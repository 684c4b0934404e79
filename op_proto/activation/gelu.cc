#include "op_proto/activation/gelu.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Gelu, GeluInferShape) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_VERIFIER(Gelu, GeluVerify) {
  const std::string approximate = opdk::StringAttr(op, "approximate");
  if (approximate == "none" || approximate == "tanh") return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "approximate is \"" + approximate + "\", it must be \"none\" or \"tanh\"");
}

INFER_FUNC_REG(Gelu, GeluInferShape);
VERIFY_FUNC_REG(Gelu, GeluVerify);

}  // namespace ge
