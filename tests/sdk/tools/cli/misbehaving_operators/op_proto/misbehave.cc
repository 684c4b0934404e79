#include "op_proto/misbehave.h"

#include <cstdlib>
#include <string>

namespace ge {
IMPLEMT_COMMON_INFERFUNC(InferMisbehave) {
  std::string how;
  if (op.GetAttr("how", how) == GRAPH_SUCCESS && how == "infer_exit") std::exit(0);
  return op.UpdateOutputDesc("y", op.GetInputDesc("x"));
}
COMMON_INFER_FUNC_REG(Misbehave, InferMisbehave);
}  // namespace ge
