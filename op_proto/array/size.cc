#include "op_proto/array/size.h"

#include "op_proto/common/infer.h"

namespace ge {

using opdk::SetOutput;

IMPLEMT_INFERFUNC(Size, SizeInfer) { return SetOutput(op, "y", {}, DT_INT64); }
INFER_FUNC_REG(Size, SizeInfer);

}  // namespace ge
