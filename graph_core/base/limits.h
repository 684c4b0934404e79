// Limits of one process on this machine. A request beyond a limit is refused with an error instead of being tried.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Returns the memory limit in bytes: OPDK_MAX_MEMORY ("12G"), else the machine's memory, or the control group's if that
// is less. Read once.
uint64_t MemoryLimit();
// Returns the largest number of nodes of a model with its functions inlined: OPDK_MAX_NODES, else two million. Read
// once.
int64_t NodeLimit();
// Returns the largest number of iterations of a loop in one run: OPDK_MAX_ITERATIONS, else any number. Read once.
int64_t IterationLimit();
// Sets the time at which the loops of all runs end. By default there is none.
void SetDeadline(std::chrono::steady_clock::time_point deadline);
// Returns that time.
std::chrono::steady_clock::time_point Deadline();
// Checks the variables. E1001: a value is no size or no number (such a variable counts as not set).
Status CheckLimitVariables();

// Compares `bytes` with MemoryLimit(). E2007: "<what> takes 3.6 TiB of memory, and this process may take 24.0 GiB".
Status CheckMemory(uint64_t bytes, const std::string& what);

}  // namespace opdk
