// ErrorCapture: takes the reason of a kernel's failure from the errors that the kernel logs.
#pragma once

#include <string>

#include "opdk/visibility.h"

namespace opdk {

// Keeps the last error that this thread logs while the object lives, even if OPDK_LOG hides errors.
class OPDK_API ErrorCapture {
 public:
  ErrorCapture();
  ~ErrorCapture();
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;

  // Returns the last error; "" when none was logged. KERNEL_LOG_ERROR's prefix "FILE:LINE [FUNCTION] " is removed.
  std::string Reason() const;
  void Keep(const char* text) { text_ = text; }

 private:
  std::string text_;
  ErrorCapture* outer_;
};

}  // namespace opdk
