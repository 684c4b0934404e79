// Roll: every element comes from so far in front of it, around the axis.
#include "tbe/dsl.h"

namespace tbe {
namespace {

Tensor Rolled(const Tensor& x, const Dims& shifts, const Dims& axes) {
  Dims total(x.shape().size(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axes[i] < 0 ? axes[i] + x.rank() : axes[i]);
    const int64_t extent = x.shape()[axis];
    if (extent > 0) total[axis] = (total[axis] + shifts[i] % extent + extent) % extent;
  }
  return compute(x.shape(), [&](std::vector<Expr> i) {
    for (size_t axis = 0; axis < total.size(); ++axis) {
      if (total[axis] == 0) continue;
      const Expr from = i[axis] - at(Param(total[axis], ge::DT_INT64));
      i[axis] = select(from < 0, from + extent(x, static_cast<int64_t>(axis)), from);
    }
    return at(x, i);
  });
}

std::vector<Tensor> RollCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  if (!op.ListInt("dims").empty()) return {Rolled(x, op.ListInt("shifts"), op.ListInt("dims"))};
  int64_t elements = 1;
  for (int64_t extent : x.shape()) elements *= extent;
  return {reshape(Rolled(reshape(x, {elements}), op.ListInt("shifts"), {0}), x.shape())};
}
std::vector<Tensor> RollV2Compute(const OpParams& op) {
  return {Rolled(op.Input("input"), op.InputInts("shift"), op.InputInts("axes"))};
}

REGISTER_OP_COMPUTE(Roll, RollCompute);
REGISTER_OP_COMPUTE(RollV2, RollV2Compute);

}  // namespace
}  // namespace tbe
