// Kernels over one float input and one float output.
#pragma once

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"

namespace broken {

struct Floats {
  float* x;
  float* y;
  int64_t count;  // elements of x
};

template <void (*Function)(const Floats& tensors, const aicpu::CpuKernelContext& context)>
class FloatKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& context) override {
    Function({static_cast<float*>(context.Input(0)->GetData()), static_cast<float*>(context.Output(0)->GetData()),
              context.Input(0)->NumElements()},
             context);
    return 0;
  }
};

inline void Double(const Floats& tensors) {
  for (int64_t i = 0; i < tensors.count; ++i) tensors.y[i] = 2 * tensors.x[i];
}

}  // namespace broken
