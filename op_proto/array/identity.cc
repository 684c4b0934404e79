#include "op_proto/array/identity.h"

#include "opdk/infer.h"

namespace ge {

using opdk::SetOutput;

IMPLEMT_INFERFUNC(Identity, IdentityInfer) {
  const TensorDesc x = op.get_input_desc_x();
  return SetOutput(op, "y", x.GetShape().GetDims(), x.GetDataType());
}
INFER_FUNC_REG(Identity, IdentityInfer);

INFER_VALUE_RANGE_DEFAULT_REG(Identity);

}  // namespace ge
