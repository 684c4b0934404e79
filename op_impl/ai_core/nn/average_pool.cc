// AveragePool: the mean of each window, with (count_include_pad) or without the padding.
#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

std::vector<Tensor> AveragePoolCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const Window window = WindowOf(op, x, op.ListInt("kernel_shape"));
  PoolParams params;
  params.mode = op.Int("count_include_pad") != 0 ? PoolMode::kAverageIncludePad : PoolMode::kAverage;
  params.window = window.kernel;
  params.strides = window.strides;
  params.dilations = window.dilations;
  params.pads_begin = window.pads_begin;
  params.pads_end = window.pads_end;
  if (params.mode == PoolMode::kAverageIncludePad && window.rounded_up) {
    // The declared padding counts, but not what ceil_mode adds behind it: the first becomes part of the tensor.
    const Dims pads = op.ListInt("pads").empty() ? Dims(2 * window.kernel.size(), 0) : op.ListInt("pads");
    Dims before = {0, 0}, after = {0, 0};
    for (size_t i = 0; i < window.kernel.size(); ++i) {
      before.push_back(window.pads_begin[i]);
      after.push_back(std::min(window.pads_end[i], pads[i + window.kernel.size()]));
      params.pads_begin[i] = 0;
      params.pads_end[i] -= after.back();
    }
    x = pad(x, before, after, 0);
    params.mode = PoolMode::kAverage;
  }
  return {pooling(x, params)};
}

REGISTER_OP_COMPUTE(AveragePool, AveragePoolCompute);
REGISTER_CHECK_SUPPORT(AveragePool, CheckSpatialRank);

}  // namespace
}  // namespace tbe
