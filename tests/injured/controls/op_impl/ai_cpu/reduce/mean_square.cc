#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kMeanSquare = "MeanSquare";

// A loop over some of the axes of a row-major tensor.
struct AxisLoop {
  kernel::Dims extents, strides;

  int64_t Count() const {
    int64_t count = 1;
    for (const int64_t extent : extents) count *= extent;
    return count;
  }
};

template <typename T>
uint32_t ComputeMeanSquare(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const kernel::Dims dims = kernel::Extents(context.Input(0));
  const kernel::Dims axes = context.GetAttr("axes")->GetListInt();
  std::vector<bool> reduced(dims.size(), axes.empty());
  for (const int64_t axis : axes) {
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis)] = true;
  }
  AxisLoop kept, dropped;
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i]) {
    AxisLoop& loop = reduced[i] ? dropped : kept;
    loop.extents.insert(loop.extents.begin(), dims[i]);
    loop.strides.insert(loop.strides.begin(), stride);
  }
  const int64_t count = dropped.Count();
  const int64_t per_piece = std::max<int64_t>(1, kernel::kElementsPerPiece / std::max<int64_t>(1, count));
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Output(0)->NumElements(), per_piece, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T* from = x + kernel::Offset(kept.extents, kept.strides, i);
          double sum = 0;
          for (int64_t j = 0; j < count; ++j) {
            const auto value = static_cast<double>(from[kernel::Offset(dropped.extents, dropped.strides, j)]);
            sum += value * value;
          }
          y[i] = static_cast<T>(sum / static_cast<double>(count));
        }
      });
}

}  // namespace

namespace aicpu {

class MeanSquareCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeMeanSquare<Eigen::half>(context);
      case DT_FLOAT:
        return ComputeMeanSquare<float>(context);
      case DT_DOUBLE:
        return ComputeMeanSquare<double>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kMeanSquare, MeanSquareCpuKernel);

}  // namespace aicpu
