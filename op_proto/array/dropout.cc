#include "op_proto/array/dropout.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

using opdk::Dims;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Dropout, DropoutInfer) {
  if (opdk::CheckOneNumber(op, {"ratio"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  // Without elements it is as if it were absent.
  const Dims trains = opdk::InputDims(op, "training_mode");
  if (opdk::ExtentProduct(trains) != 0 && opdk::CheckOneNumber(op, {"training_mode"}) != GRAPH_SUCCESS)
    return GRAPH_FAILED;
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  if (SetOutput(op, "mask", dims, DT_BOOL) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(Dropout, DropoutInfer);

}  // namespace ge
