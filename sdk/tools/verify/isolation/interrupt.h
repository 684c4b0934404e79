// Ctrl-C that ends a run in good order.
#pragma once

#include <csignal>

namespace opdk::verify {

// While it lives, the first Ctrl-C (or SIGTERM) is noted, and the second one ends the process. One at a time.
class InterruptNoted {
 public:
  InterruptNoted();
  ~InterruptNoted();
  InterruptNoted(const InterruptNoted&) = delete;
  InterruptNoted& operator=(const InterruptNoted&) = delete;

  bool happened() const { return *flag() != 0; }
  // Not 0 when it happened; child processes see it, too.
  const volatile std::sig_atomic_t* flag() const;

 private:
  struct sigaction old_interrupt_ = {};
  struct sigaction old_terminate_ = {};
};

}  // namespace opdk::verify
