#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

class TensorScatterCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* cache = ctx.Input(0);
    const int64_t axis = opdk::IntAttr(ctx, "axis", -2);
    const opdk::AxisRows held(cache, axis), written(ctx.Input(1), axis);
    const bool circular = opdk::StringAttr(ctx, "mode", "linear") == "circular";
    std::vector<int64_t> starts = opdk::IntValues(ctx.Input(2));
    if (!starts.empty() && written.extent > 0) {
      const int64_t places = circular ? std::numeric_limits<int64_t>::max() : held.extent - written.extent + 1;
      const uint32_t inside = opdk::RequireInside<int64_t>("write_indices", starts, opdk::DimsOf(ctx.Input(2)),
                                                           std::span(&places, 1), opdk::Negative::kOutside);
      if (inside != opdk::kKernelOk) return inside;
    }
    const int64_t batches = opdk::DimsOf(cache)[0];
    if (starts.empty()) starts.assign(static_cast<size_t>(batches), 0);
    auto* to = static_cast<char*>(ctx.Output(0)->GetData());
    const auto* from = static_cast<const char*>(ctx.Input(1)->GetData());
    const int64_t bytes = cache->CalcDataSizeByShape();
    if (bytes > 0 && cache->GetData() != to) std::memcpy(to, cache->GetData(), static_cast<size_t>(bytes));
    if (written.count() == 0 || written.extent == 0) return opdk::kKernelOk;
    const int64_t element = bytes / cache->NumElements(), inner = held.inner * element;
    const int64_t per_batch = held.outer / batches;
    for (int64_t row = 0; row < held.outer; ++row) {
      int64_t start = starts[static_cast<size_t>(row / per_batch)];
      char* line = to + row * held.extent * inner;
      const char* update = from + row * written.extent * inner;
      // Copies the elements [begin, end) of update to `place` and the places behind it.
      auto copy = [&](int64_t begin, int64_t end, int64_t place) {
        if (begin < end)
          std::memcpy(line + place * inner, update + begin * inner, static_cast<size_t>((end - begin) * inner));
      };
      if (circular) {
        start %= held.extent;
        const int64_t first = std::min(written.extent, held.extent - start);
        copy(0, first, start);
        copy(first, written.extent, 0);
      } else {
        copy(0, written.extent, start);
      }
    }
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(TensorScatter, TensorScatterCpuKernel);

}  // namespace

}  // namespace aicpu
