// The processor that vector kernels are made for: its instructions and its caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "opdk/isa.h"
#include "opdk/status.h"

namespace opdk {

struct Caches {
  // Bytes of data: of one core; of one core; shared by all.
  size_t l1 = size_t{32} << 10, l2 = size_t{512} << 10, l3 = size_t{8} << 20;
};
// As the kernel reports them (sysfs); the defaults above for a level it doesn't. Read once.
const Caches& MachineCaches();

// "AMD EPYC", as /proc/cpuinfo calls it, and the features that kernels are chosen by ("avx2", "avx512f").
std::string CpuModel();
std::vector<std::string> CpuFeatures();
}  // namespace opdk
