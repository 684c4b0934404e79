// The memory of a run: aligned buffers, and the pool that tensors of unknown size come from.
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
  // E2007 when the system has not that much memory. At least one alignment unit, so that data() is never null.
  static Result<AlignedBuffer> Allocate(size_t bytes);

  void* data() const { return data_.get(); }
  size_t capacity() const { return capacity_; }
  // Whether there are so many bytes; none need no memory.
  bool Holds(size_t bytes) const { return bytes <= capacity_; }
  // Makes the capacity at least `bytes`; the contents are lost when it grows.
  Status Grow(size_t bytes);

 private:
  AlignedMemory data_;
  size_t capacity_ = 0;
};

// Buffers that come back are kept for the next request; once a run's sizes have been seen, the same run again
// allocates nothing. Not thread-safe.
class BufferPool {
 public:
  struct Lease {
    void* data = nullptr;
    size_t capacity = 0;
  };

  // The smallest free buffer that fits and isn't more than twice as large, else a new one.
  Result<Lease> Acquire(size_t bytes);
  void Release(void* data);
  // Everything is free again.
  void ReleaseAll();

  // Bytes that the pool holds, leased and free.
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
