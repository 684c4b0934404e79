// ConvInteger and QLinearConv: convolutions of bytes.
#include "op_impl/ai_core/common/integer_sums.h"
#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {
namespace {

std::vector<Tensor> ConvIntegerCompute(const OpParams& op) {
  return {IntegerConvolution(op, op.Input("x"), op.Input("filter"), ZeroPoint(op, "x_zero_point"),
                             ZeroPoint(op, "filter_zero_point"), Tensor())};
}

std::vector<Tensor> QLinearConvCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor sums = IntegerConvolution(op, x, op.Input("filter"), ZeroPoint(op, "x_zero_point"),
                                         ZeroPoint(op, "filter_zero_point"), OrAbsent(op, "bias"));
  const Tensor scale = reshape(op.Input("x_scale"), {}) * op.Input("filter_scale") / reshape(op.Input("y_scale"), {});
  return {Requantize(sums, AlongChannels(scale, x.shape().size() - 2), reshape(op.Input("y_zero_point"), {}),
                     op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(ConvInteger, ConvIntegerCompute);
REGISTER_OP_COMPUTE(QLinearConv, QLinearConvCompute);
REGISTER_CHECK_SUPPORT(ConvInteger, CheckSpatialRank);
REGISTER_CHECK_SUPPORT(QLinearConv, CheckSpatialRank);

}  // namespace
}  // namespace tbe
