#include <cstring>

#include "log.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

// The part of x that an index chooses. x is [batch, before, extent, slice], the indices [batch, count].
struct Choice {
  Choice(std::span<const int64_t> x, std::span<const int64_t> indices, size_t axis, size_t batch_dims)
      : batch(opdk::Product(x.first(batch_dims))),
        before(opdk::Product(x.subspan(batch_dims, axis - batch_dims))),
        extent(x[axis]),
        slice(opdk::Product(x.subspan(axis + 1))),
        count(opdk::Product(indices.subspan(batch_dims))) {}

  int64_t batch, before, extent, slice, count;
};

}  // namespace

namespace aicpu {

// Along attribute `axis` or the value of input 2; with neither, the axis behind the batch.
class GatherCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto dims = opdk::DimsOf(ctx.Input(0)), indices = opdk::DimsOf(ctx.Input(1));
    const int64_t batch_dims = opdk::IsDForm(ctx) ? 0 : opdk::IntAttr(ctx, "batch_dims", 0);
    const int64_t batch = batch_dims < 0 ? batch_dims + static_cast<int64_t>(indices.size()) : batch_dims;
    const auto rank = static_cast<int64_t>(dims.size());
    int64_t axis = batch;
    if (opdk::IsDForm(ctx) || ctx.GetInputsSize() > 2) {
      const std::vector<int64_t> given = opdk::GivenInt(ctx, 2, "axis");
      axis = given.size() != 1 ? rank : given[0] < 0 ? given[0] + rank : given[0];
    }
    // Shape inference checks a constant axis. This axis may have been computed.
    if (axis < batch || axis >= rank) {
      KERNEL_LOG_ERROR("%s: there is no axis %ld behind the batch of %ld in a rank of %ld", ctx.GetOpType().c_str(),
                       static_cast<long>(axis), static_cast<long>(batch), static_cast<long>(rank));
      return opdk::kKernelFailed;
    }
    const Choice choice(dims, indices, static_cast<size_t>(axis), static_cast<size_t>(batch));
    return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), ctx.Input(1)->GetDataType(),
                          [&]<typename T>() { return Take(ctx, choice, opdk::Values<const T>(ctx.Input(1))); });
  }

 private:
  template <typename T>
  static uint32_t Take(const CpuKernelContext& ctx, const Choice& choice, std::span<const T> indices) {
    const uint32_t inside = opdk::RequireInside("indices", indices, opdk::DimsOf(ctx.Input(1)),
                                                std::span(&choice.extent, 1), opdk::Negative::kFromTheEnd);
    if (inside != opdk::kKernelOk) return inside;
    const auto* x = static_cast<const char*>(ctx.Input(0)->GetData());
    auto* y = static_cast<char*>(ctx.Output(0)->GetData());
    const int64_t slice = choice.slice * GetSizeByDataType(ctx.Input(0)->GetDataType());
    const int64_t rows = slice == 0 ? 0 : choice.batch * choice.before * choice.count;
    return opdk::ParallelRange(ctx, rows, slice, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t outer = row / choice.count, batch = outer / choice.before;
        const int64_t index = indices[static_cast<size_t>(batch * choice.count + row % choice.count)];
        const int64_t from = outer * choice.extent + (index < 0 ? index + choice.extent : index);
        std::memcpy(y + row * slice, x + from * slice, static_cast<size_t>(slice));
      }
    });
  }
};
OPDK_CPU_KERNEL(Gather, GatherCpuKernel);
OPDK_CPU_KERNEL(GatherV2, GatherCpuKernel);
OPDK_CPU_KERNEL(GatherV2D, GatherCpuKernel);

}  // namespace aicpu
