#include "opdk/tensor_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace opdk {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

size_t RoundedUp(size_t bytes) { return (bytes + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment; }

}  // namespace

void* AllocateTensorMemory(size_t bytes) noexcept {
  if (bytes > std::numeric_limits<size_t>::max() / 2) return nullptr;
  const size_t whole = std::max(RoundedUp(bytes), kTensorAlignment);
  const bool large = whole >= kHugePage;
  void* memory = nullptr;
  if (posix_memalign(&memory, large ? kHugePage : kTensorAlignment, whole) != 0) return nullptr;
  // The rest behind the last huge page stays on small pages, so that no allocation takes more memory than requested.
  if (large) static_cast<void>(madvise(memory, whole / kHugePage * kHugePage, MADV_HUGEPAGE));
  return memory;
}

}  // namespace opdk
