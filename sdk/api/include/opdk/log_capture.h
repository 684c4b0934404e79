// What a kernel logs as an error is the reason of its failure.
#pragma once

#include <string>

#include "opdk/visibility.h"

namespace opdk {

// Keeps the last error that this thread logs while the object lives, whatever level of messages is written.
class OPDK_API ErrorCapture {
 public:
  ErrorCapture();
  ~ErrorCapture();
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;

  // "": none was logged. KERNEL_LOG_ERROR puts "FILE:LINE [FUNCTION] " in front, which is left out here.
  std::string Reason() const;
  void Keep(const char* text) { text_ = text; }

 private:
  std::string text_;
  ErrorCapture* outer_;
};

}  // namespace opdk
