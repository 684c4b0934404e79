// The memory that the executables of a session share.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "graph_core/execution/memory.h"
#include "graph_core/execution/variable_store.h"
#include "opdk/status.h"

namespace opdk {

// What one run computes in.
struct RunMemory {
  AlignedBuffer arena;
  AlignedBuffer workspace;  // of the kernels, which run one after the other
  size_t counted = 0;       // its bytes among ArenaStore::held_bytes
};

// What runs borrow: there is as much as runs at the same time, each as large as the largest of those needed.
// Thread-safe. Nothing is allocated once it is there.
class ArenaStore {
 public:
  // At least so many bytes of each, of any contents; what was returned last where its arena is large enough, so that a
  // model that runs alone finds its own. E2007: no memory.
  Result<RunMemory> Borrow(size_t arena_bytes, size_t workspace_bytes);
  // It may have grown.
  void Return(RunMemory memory);

  // Of all that runs have ever borrowed, as of when each was last borrowed or returned.
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
