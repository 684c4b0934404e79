#include "graph_core/execution/session_memory.h"

#include <algorithm>
#include <utility>

namespace opdk {

Result<AlignedBuffer> ArenaStore::Borrow(size_t bytes) {
  AlignedBuffer buffer;
  {
    const std::lock_guard lock(mutex_);
    const auto fits = std::find_if(idle_.rbegin(), idle_.rend(),
                                   [&](const AlignedBuffer& idle) { return idle.capacity() >= bytes; });
    if (fits != idle_.rend()) {
      buffer = std::move(*fits);
      idle_.erase(std::next(fits).base());
      return buffer;
    }
    if (idle_.empty()) {
      // Whoever returns one finds the place for it.
      idle_.reserve(++buffers_);
    } else {
      buffer = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  const size_t before = buffer.capacity();
  Status grown = buffer.Grow(bytes);
  const std::lock_guard lock(mutex_);
  held_bytes_ = held_bytes_ - before + buffer.capacity();
  if (grown.ok()) return buffer;
  --buffers_;
  return grown;
}

void ArenaStore::Return(AlignedBuffer buffer) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(buffer));
}

size_t ArenaStore::held_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_bytes_;
}

}  // namespace opdk
