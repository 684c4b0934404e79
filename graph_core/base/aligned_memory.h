// Memory that starts where vector instructions and cache lines want it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "opdk/tensor_memory.h"

namespace opdk {

// Every tensor of a model starts at a multiple of this.
inline constexpr size_t kArenaAlignment = kTensorAlignment;

constexpr size_t AlignUp(size_t bytes) { return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment; }

struct FreeMemory {
  void operator()(void* data) const { std::free(data); }
};
using AlignedMemory = std::unique_ptr<void, FreeMemory>;

// At least one alignment unit, so the address is never that of nothing; nullptr when the system has not that much.
inline AlignedMemory AllocateAligned(size_t bytes) { return AlignedMemory(AllocateTensorMemory(bytes)); }

// The same; throws std::bad_alloc, as `new` does, when there is not that much.
inline AlignedMemory NewAligned(size_t bytes) {
  AlignedMemory memory = AllocateAligned(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// The same, for several owners.
inline std::shared_ptr<std::byte> NewSharedAligned(size_t bytes) {
  return {static_cast<std::byte*>(NewAligned(bytes).release()), FreeMemory()};
}

}  // namespace opdk
