#include "cpu_kernel.h"

namespace aicpu {

class OddRandomKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext&) override { return 0; }
};
const char* const kOddRandom = "OddRandom";
REGISTER_CPU_KERNEL(kOddRandom, OddRandomKernel);

class OddFailKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext&) override { return 1; }
};
const char* const kOddFail = "OddFail";
REGISTER_CPU_KERNEL(kOddFail, OddFailKernel);

const char* const kOddFormD = "OddFormD";
REGISTER_CPU_KERNEL(kOddFormD, OddFailKernel);
const char* const kOddAssistedD = "OddAssistedD";
REGISTER_CPU_KERNEL(kOddAssistedD, OddFailKernel);

}  // namespace aicpu
