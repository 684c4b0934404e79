#include <cstring>

#include "cpu_kernel.h"
#include "status.h"

namespace {

const char* const kFine = "Fine";
const char* const kRefusesAll = "RefusesAll";
const char* const kThrows = "Throws";
const char* const kCrashes = "Crashes";
const char* const kSetsNothing = "SetsNothing";
const char* const kOtherDtype = "OtherDtype";
const char* const kNeedsExtents = "NeedsExtents";
const char* const kNeedsRank = "NeedsRank";
const char* const kGuesses = "Guesses";
const char* const kImpossible = "Impossible";

}  // namespace

namespace aicpu {

class CopyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    std::memcpy(context.Output(0)->GetData(), context.Input(0)->GetData(), context.Input(0)->GetDataSize());
    return KERNEL_STATUS_OK;
  }
};

REGISTER_CPU_KERNEL(kFine, CopyCpuKernel);
REGISTER_CPU_KERNEL(kRefusesAll, CopyCpuKernel);
REGISTER_CPU_KERNEL(kThrows, CopyCpuKernel);
REGISTER_CPU_KERNEL(kCrashes, CopyCpuKernel);
REGISTER_CPU_KERNEL(kSetsNothing, CopyCpuKernel);
REGISTER_CPU_KERNEL(kOtherDtype, CopyCpuKernel);
REGISTER_CPU_KERNEL(kNeedsExtents, CopyCpuKernel);
REGISTER_CPU_KERNEL(kNeedsRank, CopyCpuKernel);
REGISTER_CPU_KERNEL(kGuesses, CopyCpuKernel);
REGISTER_CPU_KERNEL(kImpossible, CopyCpuKernel);

}  // namespace aicpu
