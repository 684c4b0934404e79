#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

std::vector<Tensor> Conv2DTransposeCompute(const OpParams& op) {
  Tensor x = FromImages(op, op.Input("x")), filter = FromFilter(op, op.Input("filter"));
  const Tensor bias = OrAbsent(op, "bias");
  if (bias && x.dtype() != ge::DT_INT8) {
    x = Widen(x);
    filter = Widen(filter);
  }
  const size_t spatial = static_cast<size_t>(x.rank()) - 2;
  Tensor y = conv_backprop_input(filter, x, FromImageShape(op, op.OutputShape("y")), ConvolutionOf(op, spatial));
  if (bias) {
    Dims along(spatial + 1, 1);
    along[0] = bias.shape()[0];
    y = y + cast_to(reshape(bias, along), y.dtype());
  }
  return {cast_to(ToImages(op, y), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Conv2DTranspose, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv2DTransposeD, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv3DTranspose, Conv2DTransposeCompute);
REGISTER_OP_COMPUTE(Conv3DTransposeD, Conv2DTransposeCompute);

}  // namespace
}  // namespace tbe
