// AveragePool: the mean of each window, with (count_include_pad) or without the padding.
#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

std::vector<Tensor> AveragePoolCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Window window = WindowOf(op, x, op.ListInt("kernel_shape"));
  const Dims pads = ListOr(op, "pads", 2 * window.kernel.size(), 0);
  const Dims ends(pads.begin() + static_cast<std::ptrdiff_t>(window.kernel.size()), pads.end());
  return {MeanOfWindows(x, window, op.Int("count_include_pad") != 0, ends)};
}

REGISTER_OP_COMPUTE(AveragePool, AveragePoolCompute);
REGISTER_CHECK_SUPPORT(AveragePool, CheckSpatialRank);

}  // namespace
}  // namespace tbe
