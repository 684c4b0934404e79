#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {

class ReverseV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const auto rank = static_cast<int64_t>(dims.size());
    std::vector<bool> reversed(dims.size());
    for (int64_t axis : opdk::GivenInts(ctx, 1, "axis")) {
      // Shape inference checks constant axes; these may have been computed.
      const bool inside = axis >= -rank && axis < rank;
      const auto at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
      if (!inside || reversed[at]) {
        KERNEL_LOG_ERROR("ReverseV2: axis %lld stands twice or is outside a rank of %lld", static_cast<long long>(axis),
                         static_cast<long long>(rank));
        return opdk::kKernelFailed;
      }
      reversed[at] = true;
    }
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements(), rank * 4, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) y[i] = x[Mirrored(dims, reversed, i)];
      });
    });
  }

 private:
  static int64_t Mirrored(const std::vector<int64_t>& dims, const std::vector<bool>& reversed, int64_t position) {
    int64_t offset = 0, stride = 1;
    for (size_t axis = dims.size(); axis-- > 0;) {
      const int64_t index = position % dims[axis];
      offset += (reversed[axis] ? dims[axis] - 1 - index : index) * stride;
      position /= dims[axis];
      stride *= dims[axis];
    }
    return offset;
  }
};
OPDK_CPU_KERNEL(ReverseV2, ReverseV2CpuKernel);
OPDK_CPU_KERNEL(ReverseV2D, ReverseV2CpuKernel);

}  // namespace aicpu
