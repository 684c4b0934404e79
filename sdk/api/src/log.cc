#include "opdk/log.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "opdk/log_capture.h"
#include "opdk/safe_text.h"

namespace opdk {

namespace {

constexpr const char* kLevelNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};

LogLevel LevelFromEnvironment() {
  if (const char* text = std::getenv("OPDK_LOG"); text != nullptr) {
    if (std::strcmp(text, "debug") == 0) return LogLevel::kDebug;
    if (std::strcmp(text, "info") == 0) return LogLevel::kInfo;
    if (std::strcmp(text, "warning") == 0) return LogLevel::kWarning;
    if (std::strcmp(text, "error") == 0) return LogLevel::kError;
    if (std::strcmp(text, "none") == 0) return LogLevel::kNone;
    std::fprintf(stderr, "[WARNING] opdk: OPDK_LOG=%s is none of debug, info, warning, error, none\n", text);
  }
  if (const char* text = std::getenv("ASCEND_GLOBAL_LOG_LEVEL"); text != nullptr) {
    if (text[0] >= '0' && text[0] <= '4' && text[1] == '\0') return static_cast<LogLevel>(text[0] - '0');
  }
  return LogLevel::kWarning;
}

bool IsWritten(LogLevel level) {
  static const LogLevel lowest = LevelFromEnvironment();
  return level != LogLevel::kNone && level >= lowest;
}

thread_local ErrorCapture* capturing = nullptr;

}  // namespace

ErrorCapture::ErrorCapture() : outer_(std::exchange(capturing, this)) {}
ErrorCapture::~ErrorCapture() { capturing = outer_; }

std::string ErrorCapture::Reason() const {
  const size_t function = text_.find(" ["), end = text_.find("] ", function);
  const bool has_place = function != std::string::npos && end != std::string::npos && text_.find(':') < function &&
                         text_.find(' ') == function;
  return has_place ? text_.substr(end + 2) : text_;
}

bool LogEnabled(LogLevel level) { return IsWritten(level) || (level == LogLevel::kError && capturing != nullptr); }

void LogArguments(LogLevel level, const char* area, const char* fmt, va_list arguments) {
  if (!LogEnabled(level)) return;
  // One write per message, so that lines of several threads don't mix.
  constexpr size_t kLongestMessage = 1024;
  char text[kLongestMessage];
  std::vsnprintf(text, sizeof(text), fmt, arguments);
  if (level == LogLevel::kError && capturing != nullptr) capturing->Keep(text);
  if (!IsWritten(level)) return;
  std::fprintf(stderr, "[%s] %s: %s\n", kLevelNames[static_cast<int>(level)], area, SafeLine(text).c_str());
}

void Log(LogLevel level, const char* area, const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  LogArguments(level, area, fmt, arguments);
  va_end(arguments);
}

}  // namespace opdk
