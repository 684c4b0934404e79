// CUST_KERNEL_LOG_*: logging of custom AI CPU kernels, to stderr (opdk/log.h says when).
#pragma once

#include "cpu_context.h"

namespace aicpu {

// Writes log messages with the operator's type in front.
class AICPU_VISIBILITY CustCpuKernelUtils {
 public:
  static void CustLogDebug(CpuKernelContext& ctx, const char* fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogInfo(CpuKernelContext& ctx, const char* fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogWarning(CpuKernelContext& ctx, const char* fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogError(CpuKernelContext& ctx, const char* fmt, ...) __attribute__((format(printf, 2, 3)));
};

}  // namespace aicpu

#define CUST_KERNEL_LOG_DEBUG(ctx, fmt, ...) \
  ::aicpu::CustCpuKernelUtils::CustLogDebug(ctx, "[%s:%d] " fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_INFO(ctx, fmt, ...) \
  ::aicpu::CustCpuKernelUtils::CustLogInfo(ctx, "[%s:%d] " fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_WARNING(ctx, fmt, ...) \
  ::aicpu::CustCpuKernelUtils::CustLogWarning(ctx, "[%s:%d] " fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_ERROR(ctx, fmt, ...) \
  ::aicpu::CustCpuKernelUtils::CustLogError(ctx, "[%s:%d] " fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
