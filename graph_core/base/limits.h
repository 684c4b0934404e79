// What one process may take of this machine. What would take more is refused by name instead of being tried.
#pragma once

#include <cstdint>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Bytes: OPDK_MAX_MEMORY ("12G"), else the machine's memory, or the control group's where that is less. Read once.
uint64_t MemoryLimit();
// Nodes of one model, its functions written out: OPDK_MAX_NODES, else two million. Read once.
int64_t NodeLimit();
// Returns how often one loop of a model may go round in one run: OPDK_MAX_ITERATIONS, else any number. Read once.
int64_t IterationLimit();
// E1001: one of the variables has a value that is no size or no number (which counts as not set).
Status CheckLimitVariables();

// E2007: "<what> takes 3.6 TiB of memory, and this process may take 24.0 GiB".
Status CheckMemory(uint64_t bytes, const std::string& what);

}  // namespace opdk
