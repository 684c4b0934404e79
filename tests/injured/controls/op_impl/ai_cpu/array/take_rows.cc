#include <cstring>

#include "log.h"
#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kTakeRows = "TakeRows";

template <typename Index>
uint32_t ComputeTakeRows(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<char>(context, 0);
  const auto* indices = kernel::Input<Index>(context, 1);
  auto* y = kernel::Output<char>(context, 0);
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  const int64_t taken = context.Input(1)->NumElements();
  for (int64_t i = 0; i < taken; ++i) {
    if (indices[i] < -rows.extent || indices[i] >= rows.extent) {
      KERNEL_LOG_ERROR("an index lies outside of x");
      return aicpu::KERNEL_STATUS_PARAM_INVALID;
    }
  }
  const int64_t piece = rows.inner * aicpu::GetSizeByDataType(context.Input(0)->GetDataType());
  const int64_t total = rows.inner == 0 ? 0 : rows.count / rows.inner * taken;
  const int64_t per_piece = std::max<int64_t>(1, kernel::kElementsPerPiece / std::max<int64_t>(1, rows.inner));
  return aicpu::CpuKernelUtils::ParallelFor(context, total, per_piece, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto index = static_cast<int64_t>(indices[i % taken]);
      const int64_t row = i / taken * rows.extent + (index < 0 ? index + rows.extent : index);
      std::memcpy(y + i * piece, x + row * piece, static_cast<size_t>(piece));
    }
  });
}

}  // namespace

namespace aicpu {

class TakeRowsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(1)->GetDataType() == DT_INT32) return ComputeTakeRows<int32_t>(context);
    return ComputeTakeRows<int64_t>(context);
  }
};

REGISTER_CPU_KERNEL(kTakeRows, TakeRowsCpuKernel);

}  // namespace aicpu
