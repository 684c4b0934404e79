#include "op_proto/graph/stacks.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(StackInfer) { return opdk::SetOutput(op, "handle", {}, DT_RESOURCE); }
COMMON_INFER_FUNC_REG(Stack, StackInfer);

IMPLEMT_COMMON_INFERFUNC(StackPushInfer) { return opdk::InferLike(op, "element", "y"); }
COMMON_INFER_FUNC_REG(StackPush, StackPushInfer);

IMPLEMT_COMMON_INFERFUNC(StackPopInfer) {
  DataType type = DT_UNDEFINED;
  (void)op.GetAttr("elem_type", type);
  return opdk::SetOutput(op, "element", UNKNOWN_RANK, type);
}
COMMON_INFER_FUNC_REG(StackPop, StackPopInfer);

IMPLEMT_COMMON_INFERFUNC(StackCloseInfer) {
  (void)op;
  return GRAPH_SUCCESS;
}
COMMON_INFER_FUNC_REG(StackClose, StackCloseInfer);

}  // namespace ge
