#include "op_proto/array/dropout.h"

#include <cstring>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::ReportInferError;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Dropout, DropoutInfer) {
  const TensorDesc x = op.get_input_desc_x();
  Tensor training;
  if (op.GetInputConstData("training_mode", training) == GRAPH_SUCCESS && training.GetSize() > 0 &&
      training.GetData()[0] != 0) {
    Tensor ratio;
    float value = 0.5F;
    if (op.GetInputConstData("ratio", ratio) == GRAPH_SUCCESS && ratio.GetSize() >= sizeof value &&
        ratio.GetTensorDesc().GetDataType() == DT_FLOAT) {
      std::memcpy(&value, ratio.GetData(), sizeof value);
    }
    if (value != 0.0F)
      return ReportInferError(
          op, "training_mode is true: random dropping is not supported, export the model for inference");
  }
  const Dims dims = x.GetShape().GetDims();
  if (SetOutput(op, "mask", dims, DT_BOOL) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(Dropout, DropoutInfer);

}  // namespace ge
