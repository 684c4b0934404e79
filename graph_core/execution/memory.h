// The memory of a run: aligned buffers, and the pool for tensors of unknown size.
#pragma once

#include <cstddef>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "opdk/status.h"

namespace opdk {

// Bytes that start at a multiple of kArenaAlignment. Move-only.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  // Allocates at least one alignment unit, so data() is never null. E2007: the system doesn't have the memory.
  static Result<AlignedBuffer> Allocate(size_t bytes);

  void* data() const { return data_.get(); }
  size_t capacity() const { return capacity_; }
  // Returns whether `bytes` fit. 0 bytes fit always, also without memory.
  bool Holds(size_t bytes) const { return bytes <= capacity_; }
  // Makes the capacity at least `bytes`; the contents are lost when it grows.
  Status Grow(size_t bytes);

 private:
  AlignedMemory data_;
  size_t capacity_ = 0;
};

// Keeps returned buffers for later requests. Once it has seen the sizes of a run, repeating the run allocates nothing.
// Not thread-safe.
class BufferPool {
 public:
  struct Lease {
    void* data = nullptr;
    size_t capacity = 0;
  };

  // Returns the smallest free buffer that fits and isn't more than twice as large, else a new buffer.
  Result<Lease> Acquire(size_t bytes);
  void Release(void* data);
  // Makes all buffers free.
  void ReleaseAll();

  // Returns the bytes of all buffers, leased and free.
  size_t held_bytes() const { return held_bytes_; }

 private:
  struct Entry {
    AlignedBuffer buffer;
    bool leased = false;
  };
  std::vector<Entry> entries_;  // by capacity
  size_t held_bytes_ = 0;
};

}  // namespace opdk
