#include "op_impl/ai_cpu/nn/convolution.h"

namespace {

template <typename T>
uint32_t ComputeConv(const aicpu::CpuKernelContext& ctx) {
  const auto x_dims = opdk::DimsOf(ctx.Input(0));
  const auto filter_dims = opdk::DimsOf(ctx.Input(1));
  const opdk::Window window = opdk::MakeWindow(ctx, x_dims, opdk::DimsOf(ctx.Output(0)),
                                               std::vector<int64_t>(filter_dims.begin() + 2, filter_dims.end()));
  opdk::ConvGroups sizes;
  sizes.groups = opdk::IntAttr(ctx, "group", 1);
  sizes.channels = filter_dims[1];
  sizes.filters = filter_dims[0] / sizes.groups;
  return opdk::Convolve<T>(ctx, window, sizes, x_dims[0], opdk::Values<const T>(ctx.Input(0)).data(),
                           opdk::Values<const T>(ctx.Input(1)).data(), opdk::Values<const T>(ctx.Input(2)),
                           opdk::Values<T>(ctx.Output(0)));
}

}  // namespace

namespace aicpu {

class ConvCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeConv<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(Conv, ConvCpuKernel);

}  // namespace aicpu
