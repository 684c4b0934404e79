#include <cstring>

#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kGather = "Gather";

}  // namespace

namespace aicpu {

class GatherCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const int64_t given = opdk::IntAttr(ctx, "axis", 0);
    const auto axis = static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(dims.size()) : given);
    const std::span<const int64_t> extents(dims);
    const int64_t outer = opdk::Product(extents.first(axis));
    const int64_t extent = dims[axis];
    const int64_t slice = opdk::Product(extents.subspan(axis + 1)) * GetSizeByDataType(ctx.Input(0)->GetDataType());
    const auto* x = static_cast<const char*>(ctx.Input(0)->GetData());
    auto* y = static_cast<char*>(ctx.Output(0)->GetData());
    return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), ctx.Input(1)->GetDataType(), [&]<typename T>() -> uint32_t {
      const auto indices = opdk::Values<const T>(ctx.Input(1));
      for (T index : indices) {
        if (index < -extent || index >= extent) {
          KERNEL_LOG_ERROR("Gather: index %lld is outside [%lld, %lld)", static_cast<long long>(index),
                           static_cast<long long>(-extent), static_cast<long long>(extent));
          return opdk::kKernelFailed;
        }
      }
      const auto count = static_cast<int64_t>(indices.size());
      return opdk::ParallelRange(ctx, slice == 0 ? 0 : outer * count, slice, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const int64_t index = indices[static_cast<size_t>(row % count)];
          const int64_t from = row / count * extent + (index < 0 ? index + extent : index);
          std::memcpy(y + row * slice, x + from * slice, static_cast<size_t>(slice));
        }
      });
    });
  }
};

REGISTER_CPU_KERNEL(kGather, GatherCpuKernel);

}  // namespace aicpu
