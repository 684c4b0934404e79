#include "sdk/tools/verify/isolation/interrupt.h"

#include <sys/mman.h>

namespace opdk::verify {
namespace {

volatile std::sig_atomic_t own_flag = 0;
// In memory that children share. Children are in process groups of their own, so Ctrl-C doesn't reach them.
volatile std::sig_atomic_t* interrupted = &own_flag;

}  // namespace

InterruptNoted::InterruptNoted() {
  if (interrupted == &own_flag) {
    void* const memory =
        mmap(nullptr, sizeof(std::sig_atomic_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) interrupted = static_cast<volatile std::sig_atomic_t*>(memory);
  }
  *interrupted = 0;
  struct sigaction action = {};
  action.sa_handler = [](int) { *interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptNoted::~InterruptNoted() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

const volatile std::sig_atomic_t* InterruptNoted::flag() const { return interrupted; }

}  // namespace opdk::verify
