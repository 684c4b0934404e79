#include "graph_core/execution/session_memory.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace opdk {

Result<RunMemory> ArenaStore::Borrow(size_t arena_bytes, size_t workspace_bytes) {
  RunMemory memory;
  {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) {
      // Return must not allocate, so its place is reserved here.
      idle_.reserve(++made_);
    } else {
      auto chosen = std::find_if(idle_.rbegin(), idle_.rend(),
                                 [&](const RunMemory& idle) { return idle.arena.Holds(arena_bytes); });
      if (chosen == idle_.rend()) chosen = idle_.rbegin();
      memory = std::move(*chosen);
      idle_.erase(std::next(chosen).base());
    }
    const bool fits = memory.arena.data() != nullptr && memory.arena.Holds(arena_bytes);
    if (fits && memory.workspace.Holds(workspace_bytes)) return memory;
  }
  Status grown = memory.arena.Grow(arena_bytes);
  if (grown.ok() && !memory.workspace.Holds(workspace_bytes)) grown = memory.workspace.Grow(workspace_bytes);
  if (grown.ok()) {
    const std::lock_guard lock(mutex_);
    Count(memory);
    return memory;
  }
  Return(std::move(memory));
  return grown;
}

void ArenaStore::Return(RunMemory memory) {
  const std::lock_guard lock(mutex_);
  Count(memory);
  idle_.push_back(std::move(memory));
}

void ArenaStore::Count(RunMemory& memory) {
  const size_t bytes = memory.arena.capacity() + memory.workspace.capacity();
  held_bytes_ = held_bytes_ - memory.counted + bytes;
  memory.counted = bytes;
}

size_t ArenaStore::held_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_bytes_;
}

}  // namespace opdk
