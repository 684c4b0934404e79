#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {

class ReverseSequenceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows sequences(ctx.Input(0), opdk::IntAttr(ctx, "seq_dim", 0));
    const opdk::AxisRows batches(ctx.Input(0), opdk::IntAttr(ctx, "batch_dim", 0));
    const auto lengths = opdk::IntValues(ctx.Input(1));
    const int64_t count_of_lengths = sequences.extent + 1;
    const uint32_t inside = opdk::RequireInside<int64_t>("seq_lengths", lengths, opdk::DimsOf(ctx.Input(1)),
                                                         std::span(&count_of_lengths, 1), opdk::Negative::kOutside);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      const int64_t count = sequences.extent == 0 ? 0 : sequences.count();
      return opdk::ParallelRange(ctx, count, sequences.extent, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const int64_t first = sequences.Offset(row);
          const int64_t length = lengths[static_cast<size_t>(first / batches.inner % batches.extent)];
          for (int64_t i = 0; i < sequences.extent; ++i) {
            const int64_t from = i < length ? length - 1 - i : i;
            y[first + i * sequences.inner] = x[first + from * sequences.inner];
          }
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(ReverseSequence, ReverseSequenceCpuKernel);

}  // namespace aicpu
