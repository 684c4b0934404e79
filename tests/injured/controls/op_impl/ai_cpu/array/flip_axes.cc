#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kFlipAxes = "FlipAxes";

template <typename T>
uint32_t ComputeFlipAxes(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const kernel::Dims dims = kernel::Extents(context.Input(0));
  const kernel::Dims axes = context.GetAttr("axes")->GetListInt();
  std::vector<bool> flipped(dims.size(), axes.empty());
  for (const int64_t axis : axes) {
    flipped[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis)] = true;
  }
  kernel::Dims strides(dims.size());
  int64_t first = 0, stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i]) {
    strides[i] = flipped[i] ? -stride : stride;
    if (flipped[i]) first += (dims[i] - 1) * stride;
  }
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece,
                                            [&](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i)
                                                y[i] = x[first + kernel::Offset(dims, strides, i)];
                                            });
}

}  // namespace

namespace aicpu {

class FlipAxesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (GetSizeByDataType(context.Input(0)->GetDataType())) {
      case 1:
        return ComputeFlipAxes<uint8_t>(context);
      case 2:
        return ComputeFlipAxes<uint16_t>(context);
      case 4:
        return ComputeFlipAxes<uint32_t>(context);
      default:
        return ComputeFlipAxes<uint64_t>(context);
    }
  }
};

REGISTER_CPU_KERNEL(kFlipAxes, FlipAxesCpuKernel);

}  // namespace aicpu
