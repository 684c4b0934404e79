// Memory for a step's outputs of unknown size, in one run.
#pragma once

#include <cstddef>
#include <span>

#include "graph_core/engines/output_memory.h"
#include "graph_core/execution/context.h"

namespace opdk {

// Gives an adapted step its output memory. `outputs`: the caller's buffers, used if they are large enough.
class DynamicOutputs : public OutputMemory {
 public:
  DynamicOutputs(RunState& state, RunStep& step, std::span<const RunOutput> outputs)
      : state_(state), step_(step), outputs_(outputs) {}

  // Binds memory, before the step runs, to each output whose size or upper bound is known.
  Status Bind();
  Result<void*> Take(size_t output, size_t bytes) override;

 private:
  Status Bind(size_t output, size_t bytes);

  RunState& state_;
  RunStep& step_;
  std::span<const RunOutput> outputs_;
};

}  // namespace opdk
