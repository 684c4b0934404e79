// ConvInteger and QLinearConv.
#include "op_impl/ai_cpu/common/centered.h"
#include "op_impl/ai_cpu/common/requantize.h"
#include "op_impl/ai_cpu/nn/convolution.h"

namespace {

// Returns the shape with which one number, or one for each channel, broadcasts to a tensor of this rank. `axis`: the
// channels.
std::vector<int64_t> PerChannel(const aicpu::Tensor* numbers, size_t rank, size_t axis) {
  if (!opdk::IsPresent(numbers)) return {};
  std::vector<int64_t> dims(rank - axis, 1);
  dims[0] = numbers->NumElements();
  return dims;
}

uint32_t Convolve(const aicpu::CpuKernelContext& ctx, uint32_t x_at, uint32_t x_zero, uint32_t filter_at,
                  uint32_t filter_zero, std::span<const int32_t> bias, std::span<int32_t> y) {
  const auto x_dims = opdk::DimsOf(ctx.Input(x_at));
  const auto filter_dims = opdk::DimsOf(ctx.Input(filter_at));
  const opdk::Window window = opdk::MakeWindow(ctx, x_dims, opdk::DimsOf(ctx.Output(0)),
                                               std::vector<int64_t>(filter_dims.begin() + 2, filter_dims.end()));
  opdk::ConvGroups sizes;
  sizes.groups = opdk::IntAttr(ctx, "group", 1);
  sizes.channels = filter_dims[1];
  sizes.filters = filter_dims[0] / sizes.groups;
  const auto x = opdk::Centered(ctx.Input(x_at), ctx.Input(x_zero), {});
  const auto filter = opdk::Centered(ctx.Input(filter_at), ctx.Input(filter_zero),
                                     PerChannel(ctx.Input(filter_zero), filter_dims.size(), 0));
  return opdk::Convolve<int32_t>(ctx, window, sizes, x_dims[0], x.data(), filter.data(), bias, y);
}

}  // namespace

namespace aicpu {

class ConvIntegerCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return Convolve(ctx, 0, 2, 1, 3, {}, opdk::Values<int32_t>(ctx.Output(0)));
  }
};
OPDK_CPU_KERNEL(ConvInteger, ConvIntegerCpuKernel);

class QLinearConvCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    std::vector<int32_t> sums(static_cast<size_t>(ctx.Output(0)->NumElements()));
    const uint32_t status = Convolve(ctx, 0, 2, 3, 5, opdk::Values<const int32_t>(ctx.Input(8)), sums);
    if (status != opdk::kKernelOk) return status;
    return opdk::Requantize(sums, {ctx.Input(1), {}},
                            {ctx.Input(4), PerChannel(ctx.Input(4), opdk::DimsOf(ctx.Output(0)).size(), 1)},
                            {ctx.Input(6), {}}, ctx.Input(7), ctx.Output(0));
  }
};
OPDK_CPU_KERNEL(QLinearConv, QLinearConvCpuKernel);

}  // namespace aicpu
