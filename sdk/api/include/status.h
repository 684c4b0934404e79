// Return values of AI CPU kernels. (The SDK's own errors are in opdk/status.h.)
#pragma once

#include <cstdint>

namespace aicpu {

// Results of CpuKernel::Compute, with CANN's values.
enum KernelStatus : uint32_t {
  KERNEL_STATUS_OK = 0,
  KERNEL_STATUS_PARAM_INVALID = 1,
  KERNEL_STATUS_INNER_ERROR = 2,
  KERNEL_STATUS_TIMEOUT = 3,
  KERNEL_STATUS_PROTOBUF_ERROR = 4,
  KERNEL_STATUS_SHARDER_ERROR = 5,
  KERNEL_STATUS_END_OF_SEQUENCE = 201
};

}  // namespace aicpu
