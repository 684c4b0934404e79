#include "op_impl/ai_cpu/reduce/reduce_plan.h"

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

ReducePlan::ReducePlan(const std::vector<int64_t>& dims, const std::vector<bool>& reduced) {
  // From the innermost axis outwards; the run takes the first stretch of axes that are alike.
  int64_t stride = 1;
  bool in_run = true;
  AxisLoop* last = nullptr;
  for (size_t axis = dims.size(); axis-- > 0;) {
    if (dims[axis] == 1) continue;
    if (stride == 1 && in_run && run == 1) run_is_reduced = reduced[axis];
    in_run = in_run && reduced[axis] == run_is_reduced;
    if (in_run) {
      run *= dims[axis];
    } else {
      AxisLoop* loop = reduced[axis] ? &dropped : &kept;
      if (loop == last) {
        loop->extents.front() *= dims[axis];
      } else {
        loop->extents.insert(loop->extents.begin(), dims[axis]);
        loop->strides.insert(loop->strides.begin(), stride);
      }
      last = loop;
    }
    stride *= dims[axis];
  }
}

std::optional<std::vector<bool>> ReducedAxes(const aicpu::CpuKernelContext& ctx) {
  const auto rank = static_cast<size_t>(ctx.Input(0)->GetTensorShape()->GetDims());
  const std::vector<int64_t> axes = IntValues(ctx.Input(1));
  if (axes.empty()) {
    if (IntAttr(ctx, "noop_with_empty_axes", 0) != 0) return std::nullopt;
    return std::vector<bool>(rank, true);
  }
  std::vector<bool> reduced(rank, false);
  for (int64_t axis : axes) reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis)] = true;
  return reduced;
}

}  // namespace opdk
