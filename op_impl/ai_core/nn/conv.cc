// Conv: convolution over one to three spatial axes, with groups, strides, dilations and padding.
#include "op_impl/ai_core/common/optional_input.h"
#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

std::vector<Tensor> ConvCompute(const OpParams& op) {
  Tensor x = op.Input("x"), filter = op.Input("filter");
  const Window window = WindowOf(op, x, Dims(filter.shape().begin() + 2, filter.shape().end()));
  ConvParams params;
  params.strides = window.strides;
  params.dilations = window.dilations;
  params.pads_begin = window.pads_begin;
  params.pads_end = window.pads_end;
  params.groups = op.Int("group");
  return {conv(x, filter, OrAbsent(op, "bias"), params)};
}

REGISTER_OP_COMPUTE(Conv, ConvCompute);
REGISTER_CHECK_SUPPORT(Conv, CheckSpatialRank);

}  // namespace
}  // namespace tbe
