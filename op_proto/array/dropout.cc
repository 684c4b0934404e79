#include "op_proto/array/dropout.h"

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Dropout, DropoutInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  if (SetOutput(op, "mask", dims, DT_BOOL) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(Dropout, DropoutInfer);

}  // namespace ge
