#include "op_proto/nn/conv.h"

#include "op_proto/nn/convolution.h"

namespace ge {

IMPLEMT_INFERFUNC(Conv, ConvInfer) {
  const opdk::Dims filter = opdk::InputDims(op, "filter");
  const bool known = !opdk::IsUnknownRank(filter) && !filter.empty();
  if (CheckBias(op, known ? filter[0] : UNKNOWN_DIM) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferConvolution(op, "x", "filter", opdk::InputType(op, "x"));
}
INFER_FUNC_REG(Conv, ConvInfer);

}  // namespace ge
