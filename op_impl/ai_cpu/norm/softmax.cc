// Softmax, LogSoftmax.
#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/norm/softmax_columns.h"

namespace aicpu {
namespace {

const char* const kSoftmax = "Softmax";
const char* const kLogSoftmax = "LogSoftmax";

template <bool kLog>
class SoftmaxFamilyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), opdk::IntAttr(ctx, "axis", -1));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      // No elements, no rows to divide.
      if (rows.extent == 0) return opdk::kKernelOk;
      return opdk::ParallelRange(ctx, rows.count(), rows.extent * 40, [&](int64_t begin, int64_t end) {
        while (begin < end) {
          const int64_t count = std::min({opdk::kSoftmaxColumns, end - begin, rows.inner - begin % rows.inner});
          const int64_t at = rows.Offset(begin);
          opdk::SoftmaxColumns<kLog>(x + at, y + at, rows.extent, rows.inner, static_cast<size_t>(count));
          begin += count;
        }
      });
    });
  }
};

using SoftmaxCpuKernel = SoftmaxFamilyCpuKernel<false>;
using LogSoftmaxCpuKernel = SoftmaxFamilyCpuKernel<true>;

}  // namespace

REGISTER_CPU_KERNEL(kSoftmax, SoftmaxCpuKernel);
REGISTER_CPU_KERNEL(kLogSoftmax, LogSoftmaxCpuKernel);

}  // namespace aicpu
