// The work of one run of a kernel, which the choice of streams compares.
#pragma once

#include <cstdint>

namespace opdk {

struct KernelWork {
  double microseconds = 0;  // of one thread
  // The gain from more threads: T threads take a (1 + spread * (T - 1))-th of the time. 0: one thread does it all.
  double spread = 0;
  double wide = 0;  // microseconds on all threads, as measured; 0: it wasn't
};

enum class WorkSource : uint8_t {
  kEstimate,  // of the kernel's plan
  kMeasure,   // a run of the kernel, where it is known already how to make it, and the machine is idle enough
};

}  // namespace opdk
