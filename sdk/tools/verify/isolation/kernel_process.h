// The state in which a process that judges kernels must have been started.
#pragma once

#include "opdk/status.h"

namespace opdk::verify {

// Restarts the process, once, if it was started without one of these. Libraries take both when they are loaded.
// - OMP_WAIT_POLICY=passive, unless the environment says how OpenMP's threads wait. Each of the many child processes of
//   a test run has a pool of its own. Threads that spin while they wait would take the processors from other children.
// - The C library's allocator in place of jemalloc. With jemalloc, checks can't fill fresh memory and can't count what
//   a kernel holds.
// E9001: the process can't start itself.
Status RestartToJudgeKernels();

}  // namespace opdk::verify
