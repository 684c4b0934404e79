#include <cstring>

#include "allocator_utils.h"
#include "log.h"
#include "status.h"

namespace aicpu {
namespace {

// Gives the output this shape and type, and its memory. False: the memory is too small. An output with an upper bound
// has memory of that size.
bool TakeMemory(const std::vector<int64_t>& dims, DataType type, Tensor& output) {
  const int64_t bytes = CpuKernelAllocatorUtils::GetInputDataSize(dims, type);
  if (bytes < 0) {
    KERNEL_LOG_ERROR("the dimensions of an output have no size");
    return false;
  }
  output.SetDataType(type);
  output.GetTensorShape()->SetDimSizes(dims);
  if (output.GetData() != nullptr && output.GetDataSize() >= static_cast<uint64_t>(bytes)) return true;
  KERNEL_LOG_ERROR("an output has %llu bytes of memory and needs %lld",
                   static_cast<unsigned long long>(output.GetDataSize()), static_cast<long long>(bytes));
  return false;
}

}  // namespace

int64_t CpuKernelAllocatorUtils::GetInputDataSize(const std::vector<int64_t>& dims, DataType type) {
  int64_t bytes = GetSizeByDataType(type);
  if (bytes < 0) return -1;
  for (int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes)) return -1;
  }
  return bytes;
}

uint32_t CpuKernelAllocatorUtils::UpdateOutputDataTensor(const std::vector<int64_t>& dims, DataType type,
                                                         const void* data_ptr, int64_t input_data_size,
                                                         Tensor*& output) {
  const int64_t bytes = GetInputDataSize(dims, type);
  if (output == nullptr || (data_ptr == nullptr && bytes != 0)) return KERNEL_STATUS_PARAM_INVALID;
  if (bytes > input_data_size) {
    KERNEL_LOG_ERROR("an output's dimensions have %lld bytes and its data %lld", static_cast<long long>(bytes),
                     static_cast<long long>(input_data_size));
    return KERNEL_STATUS_PARAM_INVALID;
  }
  if (!TakeMemory(dims, type, *output)) return KERNEL_STATUS_PARAM_INVALID;
  if (bytes > 0) std::memcpy(output->GetData(), data_ptr, static_cast<size_t>(bytes));
  return KERNEL_STATUS_OK;
}

uint32_t CpuKernelAllocatorUtils::UpdateOutputDataTensor(CpuKernelContext& /*ctx*/, const std::vector<int64_t>& dims,
                                                         DataType type, const void* data_ptr, int64_t input_data_size,
                                                         Tensor*& output) {
  return UpdateOutputDataTensor(dims, type, data_ptr, input_data_size, output);
}

uint32_t CpuKernelAllocatorUtils::AllocateOutputTensorDataMemory(CpuKernelContext& /*ctx*/,
                                                                 const std::vector<uint64_t>& shape, DataType type,
                                                                 Tensor*& output) {
  if (output == nullptr) return KERNEL_STATUS_PARAM_INVALID;
  const std::vector<int64_t> dims(shape.begin(), shape.end());
  return TakeMemory(dims, type, *output) ? KERNEL_STATUS_OK : KERNEL_STATUS_PARAM_INVALID;
}

}  // namespace aicpu
