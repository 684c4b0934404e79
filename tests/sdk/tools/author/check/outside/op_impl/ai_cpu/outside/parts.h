// Parts of the kernel.
#pragma once

#include "cpu_kernel.h"

namespace aicpu {

float LooksOutside();
float KeepsState(const CpuKernelContext& context);
float IsFine(float x);

}  // namespace aicpu
