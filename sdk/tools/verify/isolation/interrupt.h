// Ctrl-C that ends a run in good order.
#pragma once

#include <csignal>

namespace opdk::verify {

// Notes the first Ctrl-C (or SIGTERM) while it lives; the second one ends the process. One object at a time.
class InterruptNoted {
 public:
  InterruptNoted();
  ~InterruptNoted();
  InterruptNoted(const InterruptNoted&) = delete;
  InterruptNoted& operator=(const InterruptNoted&) = delete;

  bool happened() const { return *flag() != 0; }
  // Returns a flag that isn't 0 after the interrupt. Child processes see it, too.
  const volatile std::sig_atomic_t* flag() const;

 private:
  struct sigaction old_interrupt_ = {};
  struct sigaction old_terminate_ = {};
};

}  // namespace opdk::verify
