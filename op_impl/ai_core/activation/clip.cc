// Clip: min(max(x, min), max) with bounds that may be absent. NaN stays NaN.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ClipCompute(const OpParams& op) {
  Tensor y = op.Input("x");
  // A bound has one element, in any rank.
  if (op.HasInput("min")) y = vmax(y, reshape(op.Input("min"), {}));
  if (op.HasInput("max")) y = vmin(y, reshape(op.Input("max"), {}));
  return {y};
}

REGISTER_OP_COMPUTE(Clip, ClipCompute);

}  // namespace
}  // namespace tbe
