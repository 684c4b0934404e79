// KERNEL_LOG_* and KERNEL_CHECK_*: logging and argument checks of AI CPU kernels. opdk/log.h says which messages are
// written.
#pragma once

#include "opdk/log.h"

#define OPDK_KERNEL_LOG(level, fmt, ...)                                                               \
  do {                                                                                                 \
    if (::opdk::LogEnabled(level)) {                                                                   \
      ::opdk::Log(level, "aicpu", "%s:%d [%s] " fmt, __FILE__, __LINE__, __FUNCTION__, ##__VA_ARGS__); \
    }                                                                                                  \
  } while (false)

#define KERNEL_LOG_DEBUG(fmt, ...) OPDK_KERNEL_LOG(::opdk::LogLevel::kDebug, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_INFO(fmt, ...) OPDK_KERNEL_LOG(::opdk::LogLevel::kInfo, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_WARN(fmt, ...) OPDK_KERNEL_LOG(::opdk::LogLevel::kWarning, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_ERROR(fmt, ...) OPDK_KERNEL_LOG(::opdk::LogLevel::kError, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_EVENT(fmt, ...) OPDK_KERNEL_LOG(::opdk::LogLevel::kInfo, fmt, ##__VA_ARGS__)

// Logs and returns `ret` (or nothing) unless the check holds. The macros are blocks, because CANN's kernels write them
// with and without a semicolon behind.
#define KERNEL_CHECK_NULLPTR(ptr, ret, fmt, ...) KERNEL_CHECK_FALSE((ptr) != nullptr, ret, fmt, ##__VA_ARGS__)
#define KERNEL_CHECK_NULLPTR_VOID(ptr, fmt, ...) \
  {                                              \
    if ((ptr) == nullptr) {                      \
      KERNEL_LOG_ERROR(fmt, ##__VA_ARGS__);      \
      return;                                    \
    }                                            \
  }
#define KERNEL_CHECK_FALSE(condition, ret, fmt, ...) \
  {                                                  \
    if (!(condition)) {                              \
      KERNEL_LOG_ERROR(fmt, ##__VA_ARGS__);          \
      return ret;                                    \
    }                                                \
  }
// Returns the status of `expression` when it is not KERNEL_STATUS_OK.
#define KERNEL_HANDLE_ERROR(expression, fmt, ...) \
  {                                               \
    const auto kernel_status = (expression);      \
    if (kernel_status != 0) {                     \
      KERNEL_LOG_ERROR(fmt, ##__VA_ARGS__);       \
      return kernel_status;                       \
    }                                             \
  }
