#include "op_impl/ai_cpu/reduce/reduce_plan.h"

#include "log.h"
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

std::optional<std::vector<bool>> ReadReducedAxes(const aicpu::CpuKernelContext& ctx) {
  const std::vector<int64_t> dims = DimsOf(ctx.Input(0));
  const auto rank = static_cast<int64_t>(dims.size());
  const std::vector<int64_t> axes = GivenInts(ctx, 1, "axes");
  // Only the mean can mean all axes by none.
  const bool all = ctx.GetOpType().starts_with("ReduceMean") && !BoolAttr(ctx, "noop_with_empty_axes", true);
  std::vector<bool> reduced(dims.size(), axes.empty() && all);
  for (int64_t axis : axes) {
    if (axis < -rank || axis >= rank) {
      KERNEL_LOG_ERROR("%s: axis %ld is outside a rank of %ld", ctx.GetOpType().c_str(), static_cast<long>(axis),
                       static_cast<long>(rank));
      return std::nullopt;
    }
    const auto place = static_cast<size_t>(axis < 0 ? axis + rank : axis);
    if (reduced[place]) {
      KERNEL_LOG_ERROR("%s: axes name axis %zu twice", ctx.GetOpType().c_str(), place);
      return std::nullopt;
    }
    reduced[place] = true;
  }
  int64_t results = 1;
  for (size_t i = 0; i < dims.size(); ++i) results *= reduced[i] ? 1 : dims[i];
  if (results != ctx.Output(0)->NumElements()) {
    KERNEL_LOG_ERROR("%s: the axes leave %ld elements, the output has %ld", ctx.GetOpType().c_str(),
                     static_cast<long>(results), static_cast<long>(ctx.Output(0)->NumElements()));
    return std::nullopt;
  }
  return reduced;
}

}  // namespace opdk
