#include <algorithm>

#include "log.h"
#include "op_impl/ai_cpu/array/strided_copy.h"

namespace {

const char* const kSlice = "Slice";

// The first element that start selects on an axis of that extent, walking in the direction of step.
int64_t FirstIndex(int64_t start, int64_t extent, int64_t step) {
  const int64_t low = step > 0 ? 0 : -1;
  const int64_t high = step > 0 ? extent : extent - 1;
  if (start < -extent) return low;
  return std::clamp(start < 0 ? start + extent : start, low, high);
}

}  // namespace

namespace aicpu {

class SliceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0));
    const auto starts = opdk::IntValues(ctx.Input(1));
    const auto axes = opdk::IntValues(ctx.Input(3));
    const auto steps = opdk::IntValues(ctx.Input(4));
    auto strides = opdk::RowMajorStrides(x_dims);
    const auto y_dims = opdk::DimsOf(ctx.Output(0));
    if (opdk::Product(y_dims) == 0) return opdk::kKernelOk;
    // Shape inference checks what it knows; of a scalar's bounds it needs to know nothing.
    const auto rank = static_cast<int64_t>(x_dims.size());
    if ((!axes.empty() && axes.size() != starts.size()) || (!steps.empty() && steps.size() != starts.size())) {
      KERNEL_LOG_ERROR("Slice: %zu starts, %zu axes, %zu steps", starts.size(), axes.size(), steps.size());
      return opdk::kKernelFailed;
    }
    int64_t offset = 0;
    for (size_t i = 0; i < starts.size(); ++i) {
      const int64_t given = axes.empty() ? static_cast<int64_t>(i) : axes[i];
      if (given < -rank || given >= rank) {
        KERNEL_LOG_ERROR("Slice: axis %ld is outside a rank of %ld", static_cast<long>(given), static_cast<long>(rank));
        return opdk::kKernelFailed;
      }
      const auto axis = static_cast<size_t>(given < 0 ? given + rank : given);
      const int64_t step = steps.empty() ? 1 : steps[i];
      offset += FirstIndex(starts[i], x_dims[axis], step) * strides[axis];
      // A step beyond the axis selects one element; its product with the stride could overflow.
      strides[axis] = y_dims[axis] == 1 ? 0 : strides[axis] * step;
    }
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      opdk::StridedCopy(ctx, opdk::Values<const T>(ctx.Input(0)).data(), offset, strides, y_dims,
                        opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }
};

REGISTER_CPU_KERNEL(kSlice, SliceCpuKernel);

}  // namespace aicpu
