#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

std::vector<Tensor> Conv2DTransposeCompute(const OpParams& op) {
  Tensor x = FromImages(op, op.Input("x")), filter = FromFilter(op, op.Input("filter")), bias = OrAbsent(op, "bias");
  const bool of_bytes = x.dtype() == ge::DT_INT8;
  if (bias && !of_bytes) {
    x = Widen(x);
    filter = Widen(filter);
    bias = cast_to(bias, x.dtype());
  }
  const size_t spatial = static_cast<size_t>(x.rank()) - 2;
  Dims padding = FromImageShape(op, op.OutputShape("y"));
  const ConvParams params = ConvolutionOf(op, padding, filter.shape());
  padding.erase(padding.begin(), padding.begin() + 2);
  for (size_t i = 0; i < spatial; ++i) {
    padding[i] -= (x.shape()[i + 2] - 1) * params.strides[i] + (filter.shape()[i + 2] - 1) * params.dilations[i] + 1 -
                  params.pads_begin[i] - params.pads_end[i];
  }
  Tensor y = conv_transpose(x, filter, of_bytes ? Tensor() : bias, params, padding);
  if (bias && of_bytes) {
    Dims along(spatial + 1, 1);
    along[0] = bias.shape()[0];
    y = y + reshape(bias, along);
  }
  return {cast_to(ToImages(op, y), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Conv2DTranspose, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv2DTransposeD, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Deconvolution, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv3DTranspose, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv3DTransposeD, Conv2DTransposeCompute);

}  // namespace
}  // namespace tbe
