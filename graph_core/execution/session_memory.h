// The memory that the executables of a session share.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "graph_core/execution/memory.h"
#include "graph_core/execution/variable_store.h"
#include "opdk/status.h"

namespace opdk {

// Memory that one run computes in.
struct RunMemory {
  AlignedBuffer arena;
  AlignedBuffer workspace;  // of the kernels
  size_t counted = 0;       // bytes of it that ArenaStore::held_bytes includes
};

// Lends memory to runs: as many pieces as runs at the same time, each as large as the largest need so far. Thread-safe.
// Allocates nothing once all pieces are large enough.
class ArenaStore {
 public:
  // Lends at least these bytes, of any content. Prefers the memory that was returned last, if its arena is large
  // enough: a model that runs alone gets its own memory again. E2007: no memory.
  Result<RunMemory> Borrow(size_t arena_bytes, size_t workspace_bytes);
  // Takes memory back. `memory` may be larger than when it was borrowed.
  void Return(RunMemory memory);

  // Returns the bytes of all memory that runs have borrowed. Each piece is counted when it is borrowed and returned.
  size_t held_bytes() const;

 private:
  void Count(RunMemory& memory);

  mutable std::mutex mutex_;
  std::vector<RunMemory> idle_;
  size_t made_ = 0;
  size_t held_bytes_ = 0;
};

struct SessionMemory {
  VariableStore variables;
  ArenaStore arenas;
};

}  // namespace opdk
