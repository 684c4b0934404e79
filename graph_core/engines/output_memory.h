// Memory for outputs whose size only their kernel knows.
#pragma once

#include <cstddef>

#include "opdk/status.h"

namespace opdk {

// The source of output memory that the caller of a kernel gives it.
class OutputMemory {
 public:
  virtual ~OutputMemory() = default;
  // Returns memory for `bytes` bytes of output `output`, never nullptr, also for no bytes. The memory stays until the
  // output is read. Called once for an output and run, one call at a time. E2007: there is not that much.
  virtual Result<void*> Take(size_t output, size_t bytes) = 0;
};

}  // namespace opdk
