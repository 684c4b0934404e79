// The memory that the executables of a session share.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "graph_core/execution/memory.h"
#include "graph_core/execution/variable_store.h"
#include "opdk/status.h"

namespace opdk {

// Buffers that runs borrow: there are as many as runs at the same time, each as large as the largest of those needed.
// Thread-safe. Nothing is allocated once they are.
class ArenaStore {
 public:
  // At least so many bytes, of any contents; the one that was returned last where it is large enough, so that a model
  // that runs alone finds its own. E2007: no memory.
  Result<AlignedBuffer> Borrow(size_t bytes);
  void Return(AlignedBuffer buffer);

  // Of all buffers, lent ones included.
  size_t held_bytes() const;

 private:
  mutable std::mutex mutex_;
  std::vector<AlignedBuffer> idle_;
  size_t buffers_ = 0;
  size_t held_bytes_ = 0;
};

struct SessionMemory {
  VariableStore variables;
  ArenaStore arenas;
  ArenaStore workspaces;  // of kernels
};

}  // namespace opdk
