#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {

class HardMaxCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), opdk::IntAttr(ctx, "axis", -1));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      const int64_t count = rows.extent == 0 ? 0 : rows.count();
      return opdk::ParallelRange(ctx, count, rows.extent * 2, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          int64_t best = 0;
          const auto value = [&](int64_t i) { return static_cast<double>(x[rows.Offset(row) + i * rows.inner]); };
          for (int64_t i = 1; i < rows.extent && !std::isnan(value(best)); ++i) {
            if (value(i) > value(best) || std::isnan(value(i))) best = i;
          }
          for (int64_t i = 0; i < rows.extent; ++i) y[rows.Offset(row) + i * rows.inner] = T(i == best ? 1.0F : 0.0F);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(HardMax, HardMaxCpuKernel);

}  // namespace aicpu
