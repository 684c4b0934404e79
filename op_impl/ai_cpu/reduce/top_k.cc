#include <algorithm>
#include <numeric>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

// Returns whether a is less than b. NaN counts as the largest value.
template <typename C>
bool Less(C a, C b) {
  return a < b || (b != b && a == a);
}

class TopKCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Select<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Select(const CpuKernelContext& ctx) {
    using C = opdk::ComputeType<T>;
    const int64_t axis = opdk::IntAttr(ctx, "dim", -1);
    const opdk::AxisRows rows(ctx.Input(0), axis);
    const std::vector<int64_t> k_values = opdk::IntValues(ctx.Input(1));
    // Shape inference checks a constant k. This k may have been computed.
    if (k_values.size() != 1 || k_values[0] < 0 || k_values[0] > rows.extent) {
      KERNEL_LOG_ERROR("TopK: k is %ld (%zu values), the axis has %ld elements",
                       static_cast<long>(k_values.empty() ? 0 : k_values[0]), k_values.size(),
                       static_cast<long>(rows.extent));
      return opdk::kKernelFailed;
    }
    const int64_t k = k_values[0];
    SetOutputDims(ctx, axis, k);
    const bool largest = opdk::BoolAttr(ctx, "largest", true);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* values = opdk::Values<T>(ctx.Output(0)).data();
    int32_t* indices = opdk::Values<int32_t>(ctx.Output(1)).data();
    return opdk::ParallelRange(ctx, rows.count(), rows.extent * 8, [&](int64_t begin, int64_t end) {
      std::vector<int64_t> order(static_cast<size_t>(rows.extent));
      for (int64_t row = begin; row < end; ++row) {
        const T* from = x + rows.Offset(row);
        const auto before = [&](int64_t a, int64_t b) {
          const C value_a = static_cast<C>(from[a * rows.inner]);
          const C value_b = static_cast<C>(from[b * rows.inner]);
          if (largest ? Less(value_b, value_a) : Less(value_a, value_b)) return true;
          if (largest ? Less(value_a, value_b) : Less(value_b, value_a)) return false;
          return a < b;
        };
        std::iota(order.begin(), order.end(), 0);
        std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
        const int64_t to = row / rows.inner * k * rows.inner + row % rows.inner;
        for (int64_t i = 0; i < k; ++i) {
          const int64_t chosen = order[static_cast<size_t>(i)];
          values[to + i * rows.inner] = from[chosen * rows.inner];
          indices[to + i * rows.inner] = static_cast<int32_t>(chosen);
        }
      }
    });
  }

  // Sets the outputs' shapes. The extent along the axis is a value that inference may not have known.
  static void SetOutputDims(const CpuKernelContext& ctx, int64_t axis, int64_t k) {
    std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    dims[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis)] = k;
    ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
    ctx.Output(1)->GetTensorShape()->SetDimSizes(dims);
  }
};
OPDK_CPU_KERNEL(TopK, TopKCpuKernel);

}  // namespace

}  // namespace aicpu
