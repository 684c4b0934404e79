#include <algorithm>
#include <functional>
#include <numeric>

#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/image_pooling.h"

namespace tbe {
namespace {

std::vector<Tensor> AvgPoolCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const ImageWindow window = ImageWindowOf(op, x.shape(), op.OutputShape("y"));
  return {MeanOfImages(op, x, window, CountsImageAlone(op),
                       op.HasAttr("divisor_override") ? op.Int("divisor_override") : 0)};
}

std::vector<Tensor> AvgPool1DCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims pads = op.ListInt("pads"), &out = op.OutputShape("y");
  const int64_t width = x.shape().back();
  const int64_t planes = std::accumulate(x.shape().begin(), x.shape().end() - 1, int64_t{1}, std::multiplies<>());
  ImageWindow window;
  window.kernel = {op.Int("ksize")};
  window.strides = {op.Int("strides")};
  window.dilations = {1};
  window.pads_begin = {pads[0]};
  window.pads_end = {std::max<int64_t>((out.back() - 1) * window.strides[0] + window.kernel[0] - width - pads[0], 0)};
  window.ends = {pads[1]};
  window.rounded_up = window.pads_end[0] > pads[1];
  const bool exclusive = CountsImageAlone(op);
  if (WideType(x.dtype()) != ge::DT_FLOAT) {
    const Tensor rows = reshape(x, {planes, width});
    const Tensor wide = x.dtype() == ge::DT_DOUBLE ? rows : cast_to(rows, ge::DT_INT64);
    const Tensor sums = ReduceWindows(wide, window, ReduceOp::kSum, 0);
    return {reshape(cast_to(SharesOfWindows(sums, window, {planes, width}, exclusive, 0), x.dtype()), out)};
  }
  const Tensor means = MeanOfWindows(reshape(Widen(x), {planes, 1, width}), window, !exclusive, window.ends);
  return {reshape(cast_to(means, x.dtype()), out)};
}

REGISTER_OP_COMPUTE(AvgPool, AvgPoolCompute);
REGISTER_OP_COMPUTE(AvgPoolV2, AvgPoolCompute);
REGISTER_OP_COMPUTE(AvgPool3D, AvgPoolCompute);
REGISTER_OP_COMPUTE(AvgPool3DD, AvgPoolCompute);
REGISTER_OP_COMPUTE(AvgPool1D, AvgPool1DCompute);
REGISTER_OP_COMPUTE(AvgPool1DD, AvgPool1DCompute);

}  // namespace
}  // namespace tbe
