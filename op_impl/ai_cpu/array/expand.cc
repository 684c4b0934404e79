#include "op_impl/ai_cpu/array/strided_copy.h"

namespace aicpu {

class ExpandCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0));
    const auto x_strides = opdk::RowMajorStrides(x_dims);
    const auto y_dims = opdk::DimsOf(ctx.Output(0));
    std::vector<int64_t> strides(y_dims.size(), 0);
    const size_t lead = y_dims.size() - x_dims.size();
    for (size_t i = 0; i < x_dims.size(); ++i) strides[lead + i] = x_dims[i] == 1 ? 0 : x_strides[i];
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      opdk::StridedCopy(ctx, opdk::Values<const T>(ctx.Input(0)).data(), 0, strides, y_dims,
                        opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(Expand, ExpandCpuKernel);
OPDK_CPU_KERNEL(ExpandD, ExpandCpuKernel);
OPDK_CPU_KERNEL(BroadcastTo, ExpandCpuKernel);
OPDK_CPU_KERNEL(BroadcastToD, ExpandCpuKernel);

}  // namespace aicpu
