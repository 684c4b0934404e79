#include "op_proto/nn/conv.h"

#include <string>

#include "op_proto/nn/convolution.h"

namespace ge {

using opdk::Dims;

IMPLEMT_INFERFUNC(Conv, ConvInfer) {
  if (opdk::HasInput(op, "bias")) {
    const Dims filter = opdk::InputDims(op, "filter"), bias = opdk::InputDims(op, "bias");
    const bool known = !opdk::IsUnknownRank(filter) && !opdk::IsUnknownRank(bias) && !filter.empty();
    if (known && (bias.size() != 1 || (bias[0] >= 0 && filter[0] >= 0 && bias[0] != filter[0]))) {
      return opdk::ReportInferError(op, "bias " + opdk::ShapeText(bias) + " is not one number for each of the " +
                                            std::to_string(filter[0]) + " output channels");
    }
  }
  return InferConvolution(op, "x", "filter", opdk::InputType(op, "x"));
}
INFER_FUNC_REG(Conv, ConvInfer);

}  // namespace ge
