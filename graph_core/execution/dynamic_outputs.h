// Where the outputs of unknown size of one step lie in one run.
#pragma once

#include <cstddef>
#include <span>

#include "graph_core/engines/output_memory.h"
#include "graph_core/execution/context.h"

namespace opdk {

// Of an adapted step. `outputs`: the caller's buffers, which it uses where they are large enough.
class DynamicOutputs : public OutputMemory {
 public:
  DynamicOutputs(RunState& state, RunStep& step, std::span<const RunOutput> outputs)
      : state_(state), step_(step), outputs_(outputs) {}

  // Before the step runs: memory for every output whose bytes, or the most it can have, are known.
  Status Bind();
  Result<void*> Take(size_t output, size_t bytes) override;

 private:
  Status Bind(size_t output, size_t bytes);

  RunState& state_;
  RunStep& step_;
  std::span<const RunOutput> outputs_;
};

}  // namespace opdk
