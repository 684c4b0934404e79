#include "opdk/log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

LogLevel LowestLevel() {
  static const LogLevel lowest = LevelFromEnvironment();
  return lowest;
}

bool IsWritten(LogLevel level) { return level != LogLevel::kNone && level >= LowestLevel(); }

// Returns whether the log shows each step of a kernel, its errors included.
bool IsVerbose() { return LowestLevel() <= LogLevel::kInfo; }

thread_local ErrorCapture* capturing = nullptr;

// The objects that hold errors back, with the lock of their errors.
std::mutex holding;
std::vector<ErrorCapture*>& Holders() {
  static auto* const holders = new std::vector<ErrorCapture*>();  // threads may log while the process ends
  return *holders;
}

std::string LineOf(LogLevel level, const char* area, const std::string& text) {
  return fmt::format("[{}] {}: {}\n", kLevelNames[static_cast<int>(level)], area, SafeLine(text));
}

// Returns a message in full; a very long one is cut between two characters and ends with a mark.
std::string Formatted(const char* fmt, va_list arguments) {
  constexpr std::string_view kCut = " …";
  constexpr size_t kLongestMessage = 1024;
  char buffer[kLongestMessage];
  const int length = std::vsnprintf(buffer, sizeof(buffer), fmt, arguments);
  if (length < static_cast<int>(sizeof(buffer))) return length < 0 ? fmt : buffer;
  size_t end = sizeof(buffer) - 1 - kCut.size();
  while (end > 0 && (static_cast<unsigned char>(buffer[end]) & 0xC0) == 0x80) --end;  // inside of a UTF-8 character
  return std::string(buffer, end).append(kCut);
}

// Returns where the text behind KERNEL_LOG_*'s prefix "FILE:LINE [FUNCTION] " begins; 0: there is no such prefix.
size_t BehindPlace(std::string_view text) {
  const size_t function = text.find(" ["), end = text.find("] ", function);
  const bool has_place = function != std::string_view::npos && end != std::string_view::npos &&
                         text.substr(0, function).find_last_of(':') != std::string_view::npos;
  return has_place && std::isdigit(static_cast<unsigned char>(text[function - 1])) != 0 ? end + 2 : 0;
}

// Returns where the text behind CUST_KERNEL_LOG_*'s prefix "[FUNCTION:LINE] " begins; 0: there is no such prefix.
size_t BehindFunction(std::string_view text) {
  const size_t end = text.find("] "), colon = text.substr(0, end).find_last_of(':');
  const bool has_line = end != std::string_view::npos && colon != std::string_view::npos && text.front() == '[' &&
                        text.substr(0, end).find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
  return has_line ? end + 2 : 0;
}

// Returns the text without the folders of the source file in its prefix: they are of the machine that built it.
std::string WithoutFolders(std::string_view text) {
  if (const size_t behind = BehindPlace(text); behind != 0) {
    const std::string_view place = text.substr(0, text.find(" ["));
    text.remove_prefix(place.find_last_of('/') + 1);  // npos + 1 is 0
  }
  return std::string(text);
}

}  // namespace

ErrorCapture::ErrorCapture() : outer_(std::exchange(capturing, this)) {}

ErrorCapture::~ErrorCapture() {
  capturing = outer_;
  if (errors_.empty()) return;
  for (Logged& error : errors_) {
    if (outer_ != nullptr) outer_->Keep(error.area.c_str(), std::move(error.text), error.written);
  }
  const std::lock_guard lock(holding);
  if (outer_ == nullptr) Write();
  std::erase(Holders(), this);
}

ErrorCapture* ErrorCapture::OfThisThread() { return capturing; }

void ErrorCapture::Keep(const char* area, std::string text, bool written) {
  constexpr size_t kMostHeld = 64;  // a kernel may log an error for each element
  std::string line = LineOf(LogLevel::kError, area, text);
  const std::lock_guard lock(holding);
  if (errors_.empty()) Holders().push_back(this);
  errors_.push_back({area, std::move(text), std::move(line), written});
  if (errors_.size() <= kMostHeld) return;
  Write();
  errors_.pop_back();
}

void ErrorCapture::Write() {
  if (!IsWritten(LogLevel::kError)) return;
  for (Logged& error : errors_) {
    if (std::exchange(error.written, true)) continue;
    // stderr has no buffer; its lock may be held where a signal ends the process.
    (void)!write(STDERR_FILENO, error.line.data(), error.line.size());
  }
}

void ErrorCapture::WriteHeld() {
  const std::unique_lock lock(holding, std::try_to_lock);
  if (!lock.owns_lock()) return;
  for (ErrorCapture* holder : Holders()) holder->Write();
}

std::string ErrorCapture::TakeReason() {
  constexpr size_t kMostTexts = 4;
  std::vector<std::string> texts;
  std::vector<Logged> errors;
  if (!errors_.empty()) {
    const std::lock_guard lock(holding);
    errors.swap(errors_);
    std::erase(Holders(), this);
  }
  for (const Logged& error : errors) {
    const size_t behind = BehindPlace(error.text);
    std::string text = error.text.substr(behind != 0 ? behind : BehindFunction(error.text));
    if (texts.size() < kMostTexts && std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(std::move(text));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

CaptureBy::CaptureBy(ErrorCapture* capture) : before_(std::exchange(capturing, capture)) {}

CaptureBy::~CaptureBy() { capturing = before_; }

bool LogEnabled(LogLevel level) { return IsWritten(level) || (level == LogLevel::kError && capturing != nullptr); }

void LogArguments(LogLevel level, const char* area, const char* fmt, va_list arguments) {
  if (!LogEnabled(level)) return;
  std::string text = WithoutFolders(Formatted(fmt, arguments));
  const bool kept = level == LogLevel::kError && capturing != nullptr;
  // One write per message, so that lines of several threads don't mix.
  const bool written = IsWritten(level) && (!kept || IsVerbose());
  if (written) std::fputs(LineOf(level, area, text).c_str(), stderr);
  if (kept) capturing->Keep(area, std::move(text), written);
}

void Log(LogLevel level, const char* area, const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  LogArguments(level, area, fmt, arguments);
  va_end(arguments);
}

}  // namespace opdk
