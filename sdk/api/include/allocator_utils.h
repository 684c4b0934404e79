// aicpu::CpuKernelAllocatorUtils: outputs whose size only the kernel knows, in one call.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu_context.h"
#include "cpu_tensor.h"

namespace aicpu {

// CANN's kernels hand their results over with these. The memory is the run's: nobody frees it.
class AICPU_VISIBILITY CpuKernelAllocatorUtils {
 public:
  // The output's shape becomes `dims` and its contents what lies at `data_ptr`, where there must be as many bytes as
  // that shape has (`input_data_size`), and no more than an output's upper bound. Otherwise, and for a nullptr,
  // KERNEL_STATUS_PARAM_INVALID.
  static uint32_t UpdateOutputDataTensor(const std::vector<int64_t>& dims, DataType type, const void* data_ptr,
                                         int64_t input_data_size, Tensor*& output);
  static uint32_t UpdateOutputDataTensor(CpuKernelContext& ctx, const std::vector<int64_t>& dims, DataType type,
                                         const void* data_ptr, int64_t input_data_size, Tensor*& output);
  // The output's shape becomes `shape`, and there is memory for it: see Tensor::GetData.
  static uint32_t AllocateOutputTensorDataMemory(CpuKernelContext& ctx, const std::vector<uint64_t>& shape,
                                                 DataType type, Tensor*& output);
  // Bytes; -1 when a dimension is negative or the type has no size.
  static int64_t GetInputDataSize(const std::vector<int64_t>& dims, DataType type);
};

}  // namespace aicpu
