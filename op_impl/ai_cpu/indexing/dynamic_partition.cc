#include <cstring>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns the bytes of one slice of x, whose first axes are those of its indices.
size_t SliceBytes(const Tensor* x, const Tensor* indices) {
  const std::vector<int64_t> dims = opdk::DimsOf(x);
  const int64_t elements = opdk::Product(std::span(dims).subspan(opdk::DimsOf(indices).size()));
  return static_cast<size_t>(elements * GetSizeByDataType(x->GetDataType()));
}

class DynamicPartitionCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto count = static_cast<int64_t>(ctx.GetOutputsSize());
    const uint32_t inside = opdk::RequireAllInside("partitions", ctx.Input(1), count);
    const size_t bytes = SliceBytes(ctx.Input(0), ctx.Input(1));
    if (inside != opdk::kKernelOk || bytes == 0) return inside;
    std::vector<char*> ends;
    for (uint32_t i = 0; i < ctx.GetOutputsSize(); ++i) ends.push_back(static_cast<char*>(ctx.Output(i)->GetData()));
    const auto* from = static_cast<const char*>(ctx.Input(0)->GetData());
    for (const int32_t place : opdk::Values<const int32_t>(ctx.Input(1))) {
      char*& end = ends[static_cast<size_t>(place)];
      std::memcpy(end, from, bytes);
      end += bytes;
      from += bytes;
    }
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(DynamicPartition, DynamicPartitionCpuKernel);

// The indices are the first half of the inputs.
class DynamicStitchCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    Tensor* y = ctx.Output(0);
    const int64_t extent = opdk::DimsOf(y)[0];
    const uint32_t count = ctx.GetInputsSize() / 2;
    for (uint32_t i = 0; i < count; ++i) {
      const std::string name = "indices" + std::to_string(i);
      const uint32_t inside = opdk::RequireAllInside(name.c_str(), ctx.Input(i), extent);
      if (inside != opdk::kKernelOk) return inside;
    }
    const auto size = static_cast<size_t>(y->NumElements() * GetSizeByDataType(y->GetDataType()));
    if (size == 0) return opdk::kKernelOk;
    auto* to = static_cast<char*>(y->GetData());
    std::memset(to, 0, size);
    const size_t bytes = size / static_cast<size_t>(extent);
    for (uint32_t i = 0; i < count; ++i) {
      const auto* from = static_cast<const char*>(ctx.Input(count + i)->GetData());
      for (const int32_t place : opdk::Values<const int32_t>(ctx.Input(i))) {
        std::memcpy(to + static_cast<size_t>(place) * bytes, from, bytes);
        from += bytes;
      }
    }
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(DynamicStitch, DynamicStitchCpuKernel);
OPDK_CPU_KERNEL(ParallelDynamicStitch, DynamicStitchCpuKernel);

}  // namespace

}  // namespace aicpu
