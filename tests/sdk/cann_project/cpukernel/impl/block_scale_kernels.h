#ifndef FIXTURE_BLOCK_SCALE_KERNELS_H
#define FIXTURE_BLOCK_SCALE_KERNELS_H
#include "cpu_kernel.h"

namespace aicpu {
class BlockScaleCpuKernel : public CpuKernel {
 public:
  ~BlockScaleCpuKernel() = default;
  uint32_t Compute(CpuKernelContext& ctx) override;
};

// Keeps state: needs an object of its own for every execution.
class DistinctCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override;

 private:
  std::map<float, int64_t> seen_;
};
}  // namespace aicpu
#endif
