// ErrorCapture: takes the reason of a kernel's failure from the errors that the kernel logs.
#pragma once

#include <string>
#include <vector>

#include "opdk/visibility.h"

namespace opdk {

// Holds back the errors that this thread, or the pool for it, logs while the object lives, because the caller reports
// them as the kernel's error. At level info and below they are written at once as well, and so are many errors of one
// kernel: the memory for them is limited. The last object writes the errors that nobody took.
class OPDK_API ErrorCapture {
 public:
  ErrorCapture();
  ~ErrorCapture();
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;

  // Returns the object that holds back this thread's errors; null: there is none.
  static ErrorCapture* OfThisThread();
  // Takes the errors and returns their texts, the first one in front; "" when none was logged. The prefix that a
  // macro sets before a text is removed: "FILE:LINE [FUNCTION] " or "[FUNCTION:LINE] ".
  std::string TakeReason();
  // Keeps an error of `area`, on any thread. `written`: it is in the log already.
  void Keep(const char* area, std::string text, bool written);
  // Writes the errors that the objects of all threads hold back, for a caller that is about to end the process. Leaves
  // out what another thread is adding at that moment. Allocates nothing and waits for no lock: a handler of signals may
  // call it.
  static void WriteHeld();

 private:
  // Writes the errors that are in no log yet. The caller has the lock.
  void Write();

  struct Logged {
    std::string area, text;
    std::string line;  // as it is written
    bool written;
  };
  std::vector<Logged> errors_;
  ErrorCapture* outer_;
};

// Gives the errors that this thread logs to another thread's object while this one lives: a thread of a pool works for
// the kernel that the other thread called. Null: the errors are written.
class OPDK_API CaptureBy {
 public:
  explicit CaptureBy(ErrorCapture* capture);
  ~CaptureBy();
  CaptureBy(const CaptureBy&) = delete;
  CaptureBy& operator=(const CaptureBy&) = delete;

 private:
  ErrorCapture* before_;
};

}  // namespace opdk
