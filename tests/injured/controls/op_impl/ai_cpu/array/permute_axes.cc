#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kPermuteAxes = "PermuteAxes";

template <typename T>
uint32_t ComputePermuteAxes(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const kernel::Dims from = kernel::Extents(context.Input(0));
  const kernel::Dims to = kernel::Extents(context.Output(0));
  const kernel::Dims order = context.GetAttr("order")->GetListInt();
  kernel::Dims strides(from.size(), 1), permuted;
  for (size_t i = from.size(); i-- > 1;) strides[i - 1] = strides[i] * from[i];
  for (const int64_t axis : order) permuted.push_back(strides[static_cast<size_t>(axis)]);
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Output(0)->NumElements(), kernel::kElementsPerPiece,
                                            [&](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i)
                                                y[i] = x[kernel::Offset(to, permuted, i)];
                                            });
}

}  // namespace

namespace aicpu {

class PermuteAxesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputePermuteAxes<uint16_t>(context);
    return ComputePermuteAxes<uint32_t>(context);
  }
};

REGISTER_CPU_KERNEL(kPermuteAxes, PermuteAxesCpuKernel);

}  // namespace aicpu
