#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

class GatherElementsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), ctx.Input(1)->GetDataType(), [&]<typename Index>() {
      return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() { return Take<T, Index>(ctx); });
    });
  }

 private:
  template <typename T, typename Index>
  static uint32_t Take(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(0)), shape = opdk::DimsOf(ctx.Input(1));
    const int64_t given = opdk::IntAttr(ctx, "dim", 0);
    const auto axis = static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(dims.size()) : given);
    const auto index = opdk::Values<const Index>(ctx.Input(1));
    const int64_t extent = dims[axis];
    const uint32_t inside =
        opdk::RequireInside("index", index, shape, std::span(&extent, 1), opdk::Negative::kFromTheEnd);
    if (inside != opdk::kKernelOk) return inside;
    // Holds the strides of x: elements from one place of an axis to the next.
    std::vector<int64_t> strides(dims.size(), 1);
    for (size_t k = dims.size(); k-- > 1;) strides[k - 1] = strides[k] * dims[k];
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const int64_t columns = shape.back(), rows = columns == 0 ? 0 : static_cast<int64_t>(index.size()) / columns;
    const size_t last = shape.size() - 1;
    return opdk::ParallelRange(ctx, rows, columns, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        int64_t start = 0, rest = row;
        for (size_t k = last; k-- > 0; rest /= shape[k]) start += k == axis ? 0 : rest % shape[k] * strides[k];
        for (int64_t column = 0; column < columns; ++column) {
          const int64_t at = row * columns + column;
          const int64_t chosen = index[static_cast<size_t>(at)];
          const int64_t place = (chosen < 0 ? chosen + extent : chosen) * strides[axis];
          y[at] = x[start + place + (axis == last ? 0 : column)];
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(GatherElements, GatherElementsCpuKernel);

}  // namespace

}  // namespace aicpu
