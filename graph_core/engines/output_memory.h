// Memory for outputs whose size only their kernel knows.
#pragma once

#include <cstddef>

#include "opdk/status.h"

namespace opdk {

// Whoever runs a kernel gives it one, which knows whose outputs they are.
class OutputMemory {
 public:
  virtual ~OutputMemory() = default;
  // Memory for `bytes` of output `output`, where it stays until it is read: never nullptr, also for no bytes. Once for
  // an output and run, one at a time. E2007: there is not that much.
  virtual Result<void*> Take(size_t output, size_t bytes) = 0;
};

}  // namespace opdk
