#include <algorithm>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {

class LrnCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), 1);
    const int64_t radius = std::min(opdk::IntAttr(ctx, "depth_radius", 5), rows.extent);
    const double bias = opdk::FloatAttr(ctx, "bias", 1), alpha = opdk::FloatAttr(ctx, "alpha", 1);
    const double beta = opdk::FloatAttr(ctx, "beta", 0.5F);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      const int64_t count = rows.extent == 0 ? 0 : rows.count();
      return opdk::ParallelRange(ctx, count, rows.extent * (2 * radius + 16), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const auto value = [&](int64_t c) { return static_cast<double>(x[rows.Offset(row) + c * rows.inner]); };
          for (int64_t c = 0; c < rows.extent; ++c) {
            double sum = 0;
            const int64_t stop = std::min(c + radius + 1, rows.extent);
            for (int64_t k = std::max<int64_t>(c - radius, 0); k < stop; ++k) sum += value(k) * value(k);
            y[rows.Offset(row) + c * rows.inner] = static_cast<T>(value(c) / std::pow(bias + alpha * sum, beta));
          }
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(LRN, LrnCpuKernel);

}  // namespace aicpu
