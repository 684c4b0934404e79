#include "sdk/tools/verify/search/coverage.h"

#include <sys/mman.h>

namespace {

uint8_t* current_map = nullptr;

}  // namespace

// Notes an edge. The calls come from every thread of a kernel; a lost note does no harm. Children are forked, so an
// address is the same edge in all of them. Weak, because libFuzzer, if it is linked, has its own function.
extern "C" __attribute__((visibility("default"), used, weak)) void __sanitizer_cov_trace_pc() {
  uint8_t* const map = __atomic_load_n(&current_map, __ATOMIC_RELAXED);
  if (map == nullptr) return;
  const auto place = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  __atomic_store_n(map + ((place * 0x9E3779B97F4A7C15ULL) >> 48), uint8_t{1}, __ATOMIC_RELAXED);
}

namespace opdk::verify {

void RecordCoverageIn(uint8_t* map) { __atomic_store_n(&current_map, map, __ATOMIC_RELAXED); }

size_t MergeCoverage(const uint8_t* map, uint8_t* known) {
  size_t added = 0;
  for (size_t i = 0; i < kCoverageSlots; ++i) {
    if (map[i] == 0 || known[i] != 0) continue;
    known[i] = 1;
    ++added;
  }
  return added;
}

SharedMemory::SharedMemory(size_t bytes) : bytes_(bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) data_ = static_cast<uint8_t*>(memory);
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

}  // namespace opdk::verify
