#include <cstring>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kMergeAxes = "MergeAxes";

}  // namespace

namespace aicpu {

class MergeAxesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const auto* x = kernel::Input<char>(context, 0);
    auto* y = kernel::Output<char>(context, 0);
    const auto bytes = static_cast<int64_t>(context.Input(0)->GetDataSize());
    return CpuKernelUtils::ParallelFor(context, bytes, 65536, [=](int64_t begin, int64_t end) {
      std::memcpy(y + begin, x + begin, static_cast<size_t>(end - begin));
    });
  }
};

REGISTER_CPU_KERNEL(kMergeAxes, MergeAxesCpuKernel);

}  // namespace aicpu
