// Logging to stderr: "[ERROR] opdk: text". OPDK_LOG sets the level (debug, info, warning, error, none), or else
// ASCEND_GLOBAL_LOG_LEVEL (0 … 4, in that order); the default is warning.
#pragma once

#include <cstdarg>

#include "opdk/visibility.h"

namespace opdk {

enum class LogLevel { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3, kNone = 4 };

// Returns whether messages of this level are written.
OPDK_API bool LogEnabled(LogLevel level);
// Writes a message of `area`, formatted as printf does.
OPDK_API void Log(LogLevel level, const char* area, const char* fmt, ...) __attribute__((format(printf, 3, 4)));
// Writes a message as Log does, with the arguments in a list.
OPDK_API void LogArguments(LogLevel level, const char* area, const char* fmt, va_list arguments)
    __attribute__((format(printf, 3, 0)));

}  // namespace opdk
