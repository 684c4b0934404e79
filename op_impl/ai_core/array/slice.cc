// Slice: x[starts:ends:steps] along axes, with numpy's rules for negative and out-of-range numbers.
#include <algorithm>

#include "tbe/dsl.h"

namespace tbe {
namespace {

// The first element that start:…:step selects from an axis that it selects anything from.
int64_t FirstElement(int64_t start, int64_t extent) {
  if (start < 0) start = start < -extent ? 0 : start + extent;
  return std::clamp<int64_t>(start, 0, extent - 1);
}

std::vector<Tensor> SliceCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const Dims starts = op.InputInts("starts");
  const Dims given_axes = op.HasInput("axes") ? op.InputInts("axes") : Dims();
  const Dims given_steps = op.HasInput("steps") ? op.InputInts("steps") : Dims();
  const Dims& sizes = op.OutputShape("y");
  Dims offsets(sizes.size(), 0), steps(sizes.size(), 1);
  for (size_t i = 0; i < starts.size(); ++i) {
    int64_t axis = op.HasInput("axes") ? given_axes[i] : static_cast<int64_t>(i);
    if (axis < 0) axis += x.rank();
    const auto k = static_cast<size_t>(axis);
    if (sizes[k] == 0) continue;
    offsets[k] = FirstElement(starts[i], x.shape()[k]);
    // The step of a single element is never taken.
    if (sizes[k] > 1 && !given_steps.empty()) steps[k] = given_steps[i];
  }
  return {slice(x, offsets, sizes, steps)};
}

REGISTER_OP_COMPUTE(Slice, SliceCompute);

}  // namespace
}  // namespace tbe
