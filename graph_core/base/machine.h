// The processor for which vector kernels are made: its instructions and its caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "opdk/isa.h"
#include "opdk/status.h"

namespace opdk {

struct Caches {
  // Bytes of data: L1 and L2 of one core, L3 shared by all cores.
  size_t l1 = size_t{32} << 10, l2 = size_t{512} << 10, l3 = size_t{8} << 20;
};
// Returns the sizes that the kernel reports (sysfs), or the default above for a level that it doesn't report. Read
// once.
const Caches& MachineCaches();

// Returns the processor's name in /proc/cpuinfo, "AMD EPYC".
std::string CpuModel();
std::vector<std::string> CpuFeatures();
}  // namespace opdk
