// ArgMax, ArgMin.
#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

const char* const kArgMax = "ArgMax";
const char* const kArgMin = "ArgMin";

// Whether b is to be chosen before a. NaN comes before everything but NaN.
struct Larger {
  template <typename C>
  static bool Before(C b, C a) {
    return b > a || (b != b && a == a);
  }
};
struct Smaller {
  template <typename C>
  static bool Before(C b, C a) {
    return b < a || (b != b && a == a);
  }
};

template <typename Order>
class ArgCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), opdk::IntAttr(ctx, "axis", 0));
    // Shape inference refuses it where it knows the extent.
    if (rows.extent == 0 && rows.count() > 0) {
      KERNEL_LOG_ERROR("%s: the axis has no element to choose", ctx.GetOpType().c_str());
      return opdk::kKernelFailed;
    }
    const bool last = opdk::IntAttr(ctx, "select_last_index", 0) != 0;
    int64_t* y = opdk::Values<int64_t>(ctx.Output(0)).data();
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      return opdk::ParallelRange(ctx, rows.count(), rows.extent, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const T* from = x + rows.Offset(row);
          C best = static_cast<C>(from[0]);
          int64_t place = 0;
          for (int64_t i = 1; i < rows.extent; ++i) {
            const C value = static_cast<C>(from[i * rows.inner]);
            if (Order::Before(value, best) || (last && !Order::Before(best, value))) {
              best = value;
              place = i;
            }
          }
          y[row] = place;
        }
      });
    });
  }
};

using ArgMaxCpuKernel = ArgCpuKernel<Larger>;
using ArgMinCpuKernel = ArgCpuKernel<Smaller>;

}  // namespace

REGISTER_CPU_KERNEL(kArgMax, ArgMaxCpuKernel);
REGISTER_CPU_KERNEL(kArgMin, ArgMinCpuKernel);

}  // namespace aicpu
