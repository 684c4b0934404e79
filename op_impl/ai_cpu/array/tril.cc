// Triangles of the last two axes; zeros on the other side of the diagonal.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

template <bool kUpper>
class TriangleCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Output(0)->GetDataType(), [&]<typename T>() { return Cut<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Cut(const CpuKernelContext& ctx) {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const int64_t columns = dims.back(), rows = dims[dims.size() - 2];
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    // Beyond the matrix all diagonals are alike.
    const int64_t k = std::clamp(opdk::IntAttr(ctx, "diagonal", 0), -rows - 1, columns + 1);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements() / columns, columns, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const T* from = x + row * columns;
        T* to = y + row * columns;
        const int64_t split = std::clamp<int64_t>(row % rows + k + (kUpper ? 0 : 1), 0, columns);
        std::copy(kUpper ? from + split : from, kUpper ? from + columns : from + split, kUpper ? to + split : to);
        std::fill(kUpper ? to : to + split, kUpper ? to + split : to + columns, T(0));
      }
    });
  }
};

OPDK_CPU_KERNEL(Tril, TriangleCpuKernel<false>);
OPDK_CPU_KERNEL(Triu, TriangleCpuKernel<true>);

}  // namespace

}  // namespace aicpu
