// ErrorCapture: takes the reason of a kernel's failure from the errors that the kernel logs.
#pragma once

#include <string>
#include <vector>

#include "opdk/visibility.h"

namespace opdk {

// Holds back the errors that this thread logs while the object lives, because the caller reports them as the kernel's
// error. At level info and below they are written at once as well, and so are many errors of one kernel: the memory for
// them is limited. The last object writes the errors that nobody took.
class OPDK_API ErrorCapture {
 public:
  ErrorCapture();
  ~ErrorCapture();
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;

  // Takes the errors and returns their texts, the first one in front; "" when none was logged. The prefix that a
  // macro sets before a text is removed: "FILE:LINE [FUNCTION] " or "[FUNCTION:LINE] ".
  std::string TakeReason();
  // Keeps an error of `area`. `written`: it is in the log already.
  void Keep(const char* area, const char* text, bool written);
  // Writes the errors that the objects of all threads hold back, for a caller that is about to end the process. Leaves
  // out what another thread is adding at that moment.
  static void WriteHeld();

 private:
  // Writes the errors that are in no log yet. The caller has the lock.
  void Write();

  struct Logged {
    std::string area, text;
    bool written;
  };
  std::vector<Logged> errors_;
  ErrorCapture* outer_;
};

}  // namespace opdk
