// Counts the allocations of this test program. zero_allocation_test.cc replaces malloc for that.
#pragma once

#include <cstdint>
#include <functional>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OPDK_COUNTS_ALLOCATIONS 0  // the sanitizer has its own malloc
#else
#define OPDK_COUNTS_ALLOCATIONS 1
#endif

namespace opdk {

// Returns the number of allocations while `work` runs, on all threads. 0: they can't be counted.
int64_t CountAllocations(const std::function<void()>& work);

}  // namespace opdk
