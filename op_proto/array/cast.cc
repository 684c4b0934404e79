#include "op_proto/array/cast.h"

#include "opdk/infer.h"

namespace ge {

using opdk::SetOutput;

IMPLEMT_INFERFUNC(Cast, CastInfer) {
  return SetOutput(op, "y", op.get_input_desc_x().GetShape().GetDims(), op.get_attr_to());
}
INFER_FUNC_REG(Cast, CastInfer);

}  // namespace ge
