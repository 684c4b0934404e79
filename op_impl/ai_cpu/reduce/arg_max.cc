// The places of the largest and the smallest values along an axis.
#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

// The order of ArgMax: Before says that b is chosen before a. NaN comes before everything but NaN.
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
    const bool given = ctx.GetAttr("dimension") != nullptr;
    const std::vector<int64_t> axis =
        given ? std::vector<int64_t>{opdk::IntAttr(ctx, "dimension", 0)} : opdk::IntValues(ctx.Input(1));
    const auto rank = static_cast<int64_t>(ctx.Input(0)->GetTensorShape()->GetDims());
    // Shape inference checks a constant axis. This axis may have been computed.
    if (axis.size() != 1 || axis[0] < -std::max<int64_t>(rank, 1) || axis[0] >= std::max<int64_t>(rank, 1)) {
      KERNEL_LOG_ERROR("%s: dimension %ld (%zu values) is outside a rank of %ld", ctx.GetOpType().c_str(),
                       static_cast<long>(axis.empty() ? 0 : axis[0]), axis.size(), static_cast<long>(rank));
      return opdk::kKernelFailed;
    }
    const opdk::AxisRows rows(ctx.Input(0), axis[0]);
    if (rows.count() != ctx.Output(0)->NumElements()) {
      KERNEL_LOG_ERROR("%s: the axis leaves %ld elements, the output has %ld", ctx.GetOpType().c_str(),
                       static_cast<long>(rows.count()), static_cast<long>(ctx.Output(0)->NumElements()));
      return opdk::kKernelFailed;
    }
    if (rows.extent == 0 && rows.count() > 0) {
      KERNEL_LOG_ERROR("%s: the axis has no element to choose", ctx.GetOpType().c_str());
      return opdk::kKernelFailed;
    }
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::Types<int32_t, int64_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename I>() { return Choose<T, I>(ctx, rows); });
    });
  }

 private:
  template <typename T, typename I>
  static uint32_t Choose(const CpuKernelContext& ctx, const opdk::AxisRows& rows) {
    using C = opdk::ComputeType<T>;
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    I* places = opdk::Values<I>(ctx.Output(0)).data();
    T* values = ctx.GetOutputsSize() > 1 ? opdk::Values<T>(ctx.Output(1)).data() : nullptr;
    return opdk::ParallelRange(ctx, rows.count(), rows.extent, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const T* from = x + rows.Offset(row);
        C best = static_cast<C>(from[0]);
        int64_t place = 0;
        for (int64_t i = 1; i < rows.extent; ++i) {
          const C value = static_cast<C>(from[i * rows.inner]);
          if (Order::Before(value, best)) {
            best = value;
            place = i;
          }
        }
        places[row] = static_cast<I>(place);
        if (values != nullptr) values[row] = from[place * rows.inner];
      }
    });
  }
};

OPDK_CPU_KERNEL(ArgMaxV2, ArgCpuKernel<Larger>);
OPDK_CPU_KERNEL(ArgMaxD, ArgCpuKernel<Larger>);
OPDK_CPU_KERNEL(ArgMaxWithValue, ArgCpuKernel<Larger>);
OPDK_CPU_KERNEL(ArgMin, ArgCpuKernel<Smaller>);
OPDK_CPU_KERNEL(ArgMinD, ArgCpuKernel<Smaller>);
OPDK_CPU_KERNEL(ArgMinWithValue, ArgCpuKernel<Smaller>);

}  // namespace

}  // namespace aicpu
