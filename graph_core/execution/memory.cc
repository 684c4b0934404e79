#include "graph_core/execution/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/limits.h"

namespace opdk {

Result<AlignedBuffer> AlignedBuffer::Allocate(size_t bytes) {
  OPDK_TRY(CheckMemory(bytes, "what the model computes with"));
  AlignedBuffer buffer;
  buffer.capacity_ = std::max(AlignUp(bytes), kArenaAlignment);
  buffer.data_ = AllocateAligned(bytes);
  if (buffer.data_ == nullptr) {
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("the system has no {} bytes of memory left for tensors", buffer.capacity_));
  }
  return buffer;
}

Status AlignedBuffer::Grow(size_t bytes) {
  if (data_ != nullptr && bytes <= capacity_) return Status();
  data_.reset();
  capacity_ = 0;
  OPDK_TRY(*this, Allocate(bytes));
  return Status();
}

Result<BufferPool::Lease> BufferPool::Acquire(size_t bytes) {
  auto fits = std::lower_bound(entries_.begin(), entries_.end(), bytes,
                               [](const Entry& entry, size_t wanted) { return entry.buffer.capacity() < wanted; });
  const size_t limit = 2 * std::max(AlignUp(bytes), kArenaAlignment);
  for (auto entry = fits; entry != entries_.end() && entry->buffer.capacity() <= limit; ++entry) {
    if (entry->leased) continue;
    entry->leased = true;
    return Lease{entry->buffer.data(), entry->buffer.capacity()};
  }
  OPDK_TRY(AlignedBuffer buffer, AlignedBuffer::Allocate(bytes));
  held_bytes_ += buffer.capacity();
  const Lease lease{buffer.data(), buffer.capacity()};
  entries_.insert(fits, Entry{std::move(buffer), true});
  return lease;
}

void BufferPool::Release(void* data) {
  for (Entry& entry : entries_) {
    if (entry.buffer.data() == data) entry.leased = false;
  }
}

void BufferPool::ReleaseAll() {
  for (Entry& entry : entries_) entry.leased = false;
}

}  // namespace opdk
