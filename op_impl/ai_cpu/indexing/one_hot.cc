#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {

class OneHotCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Output(0), opdk::IntAttr(ctx, "axis", -1));
    const uint32_t values = opdk::IsDForm(ctx) ? 1 : 2;
    return opdk::DispatchBySize(ctx.Output(0)->GetDataType(), [&]<typename T>() {
      const T on = *static_cast<const T*>(ctx.Input(values)->GetData());
      const T off = *static_cast<const T*>(ctx.Input(values + 1)->GetData());
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::fill(y.begin(), y.end(), off);
      using IndexTypes = opdk::Types<int64_t, int32_t, uint8_t>;
      return opdk::Dispatch(IndexTypes(), ctx.Input(0)->GetDataType(), [&]<typename Index>() {
        const auto x = opdk::Values<const Index>(ctx.Input(0));
        for (int64_t row = 0; row < static_cast<int64_t>(x.size()); ++row) {
          const auto place = static_cast<int64_t>(x[static_cast<size_t>(row)]);
          if (place < 0 || place >= rows.extent) continue;
          y[static_cast<size_t>(rows.Offset(row) + place * rows.inner)] = on;
        }
        return opdk::kKernelOk;
      });
    });
  }
};
OPDK_CPU_KERNEL(OneHot, OneHotCpuKernel);
OPDK_CPU_KERNEL(OneHotD, OneHotCpuKernel);

}  // namespace aicpu
