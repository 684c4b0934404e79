#include <algorithm>

#include "tbe/dsl.h"

namespace tbe {
namespace {

// Returns a bound. One element, in any rank, becomes a scalar.
Tensor BoundOf(const OpParams& op, const char* name) {
  const Tensor bound = op.Input(name);
  const Dims shape = bound.shape();
  const bool scalar = std::all_of(shape.begin(), shape.end(), [](int64_t extent) { return extent == 1; });
  return scalar ? reshape(bound, {}) : bound;
}

std::vector<Tensor> ClipByValueCompute(const OpParams& op) {
  return {vmin(vmax(op.Input("x"), BoundOf(op, "clip_value_min")), BoundOf(op, "clip_value_max"))};
}

REGISTER_OP_COMPUTE(ClipByValue, ClipByValueCompute);
REGISTER_OP_COMPUTE(ClipByValueV2, ClipByValueCompute);

}  // namespace
}  // namespace tbe
