// aicpu::CpuKernelAllocatorUtils: outputs whose size only the kernel knows, in one call.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu_context.h"
#include "cpu_tensor.h"

namespace aicpu {

// Hands over results, as CANN's kernels do. The run owns the memory; the kernel frees nothing.
class AICPU_VISIBILITY CpuKernelAllocatorUtils {
 public:
  // Sets the output's shape to `dims` and copies the elements from `data_ptr`. `input_data_size`: bytes at `data_ptr`,
  // at least as many as the shape needs. KERNEL_STATUS_PARAM_INVALID: too few bytes, more bytes than the output's upper
  // bound, or a nullptr.
  static uint32_t UpdateOutputDataTensor(const std::vector<int64_t>& dims, DataType type, const void* data_ptr,
                                         int64_t input_data_size, Tensor*& output);
  static uint32_t UpdateOutputDataTensor(CpuKernelContext& ctx, const std::vector<int64_t>& dims, DataType type,
                                         const void* data_ptr, int64_t input_data_size, Tensor*& output);
  // Sets the output's shape to `shape` and gives the output its memory (Tensor::GetData). KERNEL_STATUS_PARAM_INVALID:
  // a nullptr, a shape without a size, or more bytes than the output's upper bound.
  static uint32_t AllocateOutputTensorDataMemory(CpuKernelContext& ctx, const std::vector<uint64_t>& shape,
                                                 DataType type, Tensor*& output);
  // Returns the size of a tensor in bytes. -1: a dimension is negative, the type has no size, or the size overflows.
  static int64_t GetInputDataSize(const std::vector<int64_t>& dims, DataType type);
};

}  // namespace aicpu
