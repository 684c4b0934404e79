#include "op_proto/array/concat.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Concat, ConcatInfer) { return opdk::InferConcat(op, "x", op.get_attr_axis(), "y"); }
INFER_FUNC_REG(Concat, ConcatInfer);

}  // namespace ge
