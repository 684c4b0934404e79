#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

std::vector<Tensor> Convolve(const OpParams& op, bool depthwise) {
  Tensor x = FromImages(op, op.Input("x")), filter = FromFilter(op, op.Input("filter"), depthwise);
  const Tensor bias = OrAbsent(op, "bias");
  ConvParams params = ConvolutionOf(op, x.shape(), filter.shape(), depthwise);
  if (x.dtype() == ge::DT_INT8 && op.Int("offset_x") != 0) {
    // The padding stands for offset_x, which is 0 after the subtraction. So x is padded behind it.
    Dims before = {0, 0}, after = {0, 0};
    before.insert(before.end(), params.pads_begin.begin(), params.pads_begin.end());
    after.insert(after.end(), params.pads_end.begin(), params.pads_end.end());
    x = pad(vadds(cast_to(x, ge::DT_INT32), -op.Int("offset_x")), before, after, 0);
    filter = cast_to(filter, ge::DT_INT32);
    params.pads_begin.assign(params.pads_begin.size(), 0);
    params.pads_end.assign(params.pads_end.size(), 0);
  } else if (x.dtype() != ge::DT_INT8 && bias && bias.dtype() != x.dtype()) {
    x = Widen(x);
    filter = Widen(filter);
  }
  return {cast_to(ToImages(op, conv(x, filter, bias, params)), op.OutputDtype("y"))};
}

std::vector<Tensor> Conv2DCompute(const OpParams& op) { return Convolve(op, false); }
std::vector<Tensor> DepthwiseConv2DCompute(const OpParams& op) { return Convolve(op, true); }

REGISTER_OP_COMPUTE(Conv2D, Conv2DCompute);
REGISTER_OP_COMPUTE(Conv3D, Conv2DCompute);
REGISTER_OP_COMPUTE(DepthwiseConv2D, DepthwiseConv2DCompute);

}  // namespace
}  // namespace tbe
