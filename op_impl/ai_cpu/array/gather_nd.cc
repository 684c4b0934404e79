#include <cstring>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns the number of the slice of x that a list of indices names.
int64_t SliceAt(const std::vector<int64_t>& x, std::span<const int64_t> indices) {
  int64_t slice = 0;
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    const int64_t index = indices[axis], extent = x[axis];
    slice = slice * extent + (index < 0 ? index + extent : index);
  }
  return slice;
}

class GatherNdCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> x = opdk::DimsOf(ctx.Input(0)), shape = opdk::DimsOf(ctx.Input(1));
    const std::vector<int64_t> indices = opdk::IntValues(ctx.Input(1));
    const auto depth = static_cast<size_t>(shape.back());
    const int64_t rows = opdk::Product(std::span(shape).first(shape.size() - 1));
    const int64_t bytes = opdk::Product(std::span(x).subspan(depth)) * GetSizeByDataType(ctx.Input(0)->GetDataType());
    const uint32_t inside =
        opdk::RequireInside<int64_t>("indices", indices, shape, std::span(x).first(depth), opdk::Negative::kFromTheEnd);
    if (inside != opdk::kKernelOk) return inside;
    std::vector<int64_t> slices;
    for (int64_t row = 0; row < rows; ++row) {
      slices.push_back(SliceAt(x, std::span(indices).subspan(static_cast<size_t>(row) * depth, depth)));
    }
    if (bytes == 0) return opdk::kKernelOk;
    const auto* from = static_cast<const char*>(ctx.Input(0)->GetData());
    auto* to = static_cast<char*>(ctx.Output(0)->GetData());
    return opdk::ParallelRange(ctx, rows, bytes, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        std::memcpy(to + row * bytes, from + slices[static_cast<size_t>(row)] * bytes, static_cast<size_t>(bytes));
      }
    });
  }
};
OPDK_CPU_KERNEL(GatherNd, GatherNdCpuKernel);

}  // namespace

}  // namespace aicpu
