// Memory with the alignment of vector instructions and cache lines.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "opdk/tensor_memory.h"

namespace opdk {

// Alignment of every tensor of a model, in bytes.
inline constexpr size_t kArenaAlignment = kTensorAlignment;

constexpr size_t AlignUp(size_t bytes) { return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment; }

struct FreeMemory {
  void operator()(void* data) const { std::free(data); }
};
using AlignedMemory = std::unique_ptr<void, FreeMemory>;

// Allocates at least one alignment unit, so 0 bytes also have an address. nullptr: the system doesn't have the memory.
inline AlignedMemory AllocateAligned(size_t bytes) { return AlignedMemory(AllocateTensorMemory(bytes)); }

// Allocates as AllocateAligned does. Throws std::bad_alloc, as `new` does, if the memory isn't there.
inline AlignedMemory NewAligned(size_t bytes) {
  AlignedMemory memory = AllocateAligned(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Allocates as NewAligned does, for several owners.
inline std::shared_ptr<std::byte> NewSharedAligned(size_t bytes) {
  return {static_cast<std::byte*>(NewAligned(bytes).release()), FreeMemory()};
}

}  // namespace opdk
