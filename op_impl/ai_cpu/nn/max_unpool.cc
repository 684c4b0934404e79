#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

// Returns the shape of the tensor before pooling.
std::vector<int64_t> UnpooledDims(const aicpu::CpuKernelContext& ctx) {
  const auto kernel = opdk::ListIntAttr(ctx, "kernel_shape"), pads = opdk::ListIntAttr(ctx, "pads"),
             strides = opdk::ListIntAttr(ctx, "strides");
  std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  for (size_t i = 0; i < kernel.size(); ++i) {
    const int64_t padding = pads.empty() ? 0 : pads[i] + pads[i + kernel.size()];
    dims[i + 2] = (dims[i + 2] - 1) * (strides.empty() ? 1 : strides[i]) + kernel[i] - padding;
  }
  return dims;
}

template <typename T>
uint32_t Unpool(const aicpu::CpuKernelContext& ctx) {
  const auto from = UnpooledDims(ctx), to = opdk::DimsOf(ctx.Output(0));
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto indices = opdk::Values<const int64_t>(ctx.Input(1));
  const auto y = opdk::Values<T>(ctx.Output(0));
  const int64_t places = opdk::Product(from);
  const uint32_t named = opdk::RequireInside("indices", indices, opdk::DimsOf(ctx.Input(1)), std::span(&places, 1),
                                             opdk::Negative::kOutside);
  if (named != opdk::kKernelOk) return named;
  std::fill(y.begin(), y.end(), T(0));
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t rest = indices[i], at = 0, step = 1;
    bool inside = true;
    for (size_t axis = from.size(); inside && axis-- > 0;) {
      inside = rest % from[axis] < to[axis];
      at += rest % from[axis] * step;
      rest /= from[axis];
      step *= to[axis];
    }
    if (inside) y[static_cast<size_t>(at)] = x[i];
  }
  return opdk::kKernelOk;
}

}  // namespace

namespace aicpu {

class MaxUnpoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Unpool<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(MaxUnpool, MaxUnpoolCpuKernel);

}  // namespace aicpu
